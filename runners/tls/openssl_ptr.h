// OpenSSL's objects with an owner, and its errors as text.

#ifndef BENCHCELL_RUNNERS_TLS_OPENSSL_PTR_H_
#define BENCHCELL_RUNNERS_TLS_OPENSSL_PTR_H_

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

namespace benchcell {

template <auto Free>
struct OpensslDeleter {
  template <typename T>
  void operator()(T* object) const {
    Free(object);
  }
};

using BioPtr = std::unique_ptr<BIO, OpensslDeleter<BIO_free>>;
using BigNumberPtr = std::unique_ptr<BIGNUM, OpensslDeleter<BN_free>>;
using ExtensionPtr = std::unique_ptr<X509_EXTENSION, OpensslDeleter<X509_EXTENSION_free>>;
using GeneralNamesPtr = std::unique_ptr<GENERAL_NAMES, OpensslDeleter<GENERAL_NAMES_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, OpensslDeleter<EVP_PKEY_free>>;
using StorePtr = std::unique_ptr<X509_STORE, OpensslDeleter<X509_STORE_free>>;
using StoreContextPtr = std::unique_ptr<X509_STORE_CTX, OpensslDeleter<X509_STORE_CTX_free>>;
using X509Ptr = std::unique_ptr<X509, OpensslDeleter<X509_free>>;

// What OpenSSL last complained about in this thread; takes it out of its queue.
inline std::string TakeOpensslError() {
  const unsigned long code = ERR_peek_last_error();
  ERR_clear_error();
  if (code == 0) return "no reason given";
  char text[256];
  ERR_error_string_n(code, text, sizeof(text));
  return text;
}

// Everything that was written to a memory BIO.
inline std::string Written(BIO* memory) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory, &data);
  return std::string(data, size);
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_OPENSSL_PTR_H_
