// Runs and evidence for the tests of this folder.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_TESTING_H_
#define BENCHCELL_RUNNERS_EVIDENCE_TESTING_H_

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/blobs/digest.h"
#include "runners/design/digest.h"
#include "runners/design/order.h"
#include "runners/evidence/verify.h"
#include "runners/evidence/write.h"

namespace benchcell {

// Raw outputs by digest.
using BlobMap = std::map<std::string, std::string>;

// A run and what its records name.
struct StoredRun {
  v1::ExperimentRun run;
  BlobMap blobs;
};

inline void AddOutput(const std::string& name, const std::string& content, v1::RunRecord& record,
                      BlobMap& blobs) {
  v1::RawOutput& output = *record.add_raw_output();
  output.set_name(name);
  output.set_sha256(Sha256OfBytes(content));
  output.set_size(content.size());
  blobs[output.sha256()] = content;
}

// Plans the run by its experiment, cells and seed, as a coordinator does.
inline void Plan(v1::ExperimentRun& run) {
  run.set_digest(ExperimentDigest(run.resolved()));
  run.clear_block();
  for (v1::Block& block :
       Blocks(run.resolved().experiment().protocol(), static_cast<size_t>(run.cell_size()),
              static_cast<size_t>(run.resolved().experiment().build_size()), run.seed())) {
    *run.add_block() = std::move(block);
  }
}

// The plugin `number` reads the only sample, `time` in seconds, from the output `stdout`. Version 3
// reads what stands there, any other half of it.
class NumberPlugin : public PluginClient {
 public:
  explicit NumberPlugin(std::string version) : version_(std::move(version)) {}

  absl::StatusOr<v1::PluginDescription> Describe() override {
    v1::PluginDescription description;
    description.set_name("number");
    description.set_version(version_);
    return description;
  }
  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest&) override {
    return absl::UnimplementedError("nothing is expanded here");
  }
  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override {
    v1::ParseResponse response;
    const double number = std::atof(ReadFile(request.raw_output(0).path()).value_or("").c_str());
    if (number == 0) {
      response.set_status(v1::HARNESS_ERROR);
      response.set_message("no number");
      return response;
    }
    response.set_status(v1::OK);
    response.add_sample()->set_metric("time");
    response.mutable_sample(0)->set_value(version_ == "3" ? number : number / 2);
    return response;
  }

 private:
  const std::string version_;
};

inline std::unique_ptr<PluginRegistry> NumberPlugins(const std::string& version) {
  return std::make_unique<PluginRegistry>(PluginPrograms{{"number", {"none"}}},
                                          [version](const std::string&, const auto&) {
                                            return std::make_unique<NumberPlugin>(version);
                                          });
}

// Two cells, two builds, two rounds of four runs; the new build takes a fifth less.
inline StoredRun NumberRun() {
  StoredRun stored;
  v1::ExperimentRun& run = stored.run;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        id: "numbers-20261130-120000-0001"
        state: COMPLETE
        seed: 5
        platform: "linux-x64"
        benchcell_version: "0.1.0"
        resolved {
          experiment {
            name: "numbers"
            title: "Two builds | \"quoted\""
            plugin: "number"
            input { name: "tool" label: "//tools:tool" }
            build { name: "old" }
            build { name: "new" }
            grid { axis { name: "size" level: "1" level: "2" } }
            protocol { rounds: 2 runs: 4 seed: 5 }
          }
          source: "name: \"numbers\"\n# and so on\n"
          override: "--runs=4"
          bundle { label: "//tools:tool" platform: "any" }
        }
        metric { name: "time" unit: "s" direction: LOWER_IS_BETTER scope: RUN }
        metric { name: "memory" unit: "By" direction: LOWER_IS_BETTER scope: RUN }
        machine {
          id: "m1"
          epoch: 1
          facts { platform: "linux-x64" processor_model: "Test CPU" logical_cpus: 4 }
        })pb",
      &run));
  const std::string tool = "the tool's archive";
  v1::Bundle& bundle = *run.mutable_resolved()->mutable_bundle(0);
  bundle.set_sha256(Sha256OfBytes(tool));
  bundle.set_size(tool.size());
  stored.blobs[bundle.sha256()] = tool;
  for (uint32_t index = 0; index < 2; ++index) {
    v1::Cell& cell = *run.add_cell();
    cell.set_index(index);
    cell.add_level()->set_axis("size");
    cell.mutable_level(0)->set_level(absl::StrCat(index + 1));
    for (const char* build : {"old", "new"}) cell.add_build()->set_build(build);
  }
  Plan(run);
  int64_t second = 1'800'000'000;
  for (const v1::Block& block : run.block()) {
    for (const v1::PlannedRun& planned : block.run()) {
      v1::RunRecord& record = *run.add_record();
      record.set_cell(block.cell());
      record.set_round(block.round());
      *record.mutable_planned() = planned;
      record.set_attempt(1);
      record.set_machine("m1");
      record.set_epoch(1);
      record.mutable_start_time()->set_seconds(++second);
      record.mutable_exit()->set_code(0);
      record.set_status(v1::OK);
      const std::string number =
          absl::StrCat((planned.build() == 0 ? 1.0 : 0.8) * (1 + block.cell()) +
                       0.01 * planned.index() + 0.001 * block.round());
      AddOutput("stdout", number, record, stored.blobs);
      AddOutput("stderr", "", record, stored.blobs);
      record.add_sample()->set_metric("time");
      record.mutable_sample(0)->set_value(std::atof(number.c_str()));
    }
  }
  return stored;
}

inline SigningKey TestKey(char seed) {
  // PKCS #8 of the 32 bytes that follow.
  std::string der("\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20", 16);
  der.append(32, seed);
  const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
  std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(
      d2i_AutoPrivateKey(nullptr, &bytes, static_cast<long>(der.size())), &EVP_PKEY_free);
  std::unique_ptr<BIO, int (*)(BIO*)> memory(BIO_new(BIO_s_mem()), &BIO_free);
  PEM_write_bio_PKCS8PrivateKey(memory.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &data);
  return *SigningKey::FromPem(std::string(data, static_cast<size_t>(size)), "test key");
}

inline Maker TestMaker() { return {"0.1.0", "linux-x64"}; }

// A path in a folder of the test's own.
inline std::filesystem::path TestFile(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "evidence";
  EXPECT_TRUE(MakeFolder(folder).ok());
  return folder / name;
}

inline absl::Status WriteTest(const StoredRun& stored, const std::filesystem::path& file,
                              bool with_inputs = false, char seed = 'k') {
  const SigningKey key = TestKey(seed);
  return WriteEvidence({.run = stored.run,
                        .plugin_version = "3",
                        .maker = TestMaker(),
                        .key = key,
                        .read_blob =
                            [&stored](const std::string& sha256, const auto& take) {
                              const auto found = stored.blobs.find(sha256);
                              return found == stored.blobs.end()
                                         ? absl::NotFoundError("no such blob")
                                         : take(found->second);
                            },
                        .with_inputs = with_inputs},
                       file);
}

// With the plugins at hand, or without any.
inline absl::StatusOr<Verification> VerifyForTest(const std::filesystem::path& file,
                                                  PluginRegistry* plugins,
                                                  VerifyOptions options = {}) {
  options.plugins = plugins;
  if (options.maker == Maker()) options.maker = TestMaker();
  if (options.folder.empty()) {
    options.folder = TestFile("unpacked");
    EXPECT_TRUE(RemoveAll(options.folder).ok());
    EXPECT_TRUE(MakeFolder(options.folder).ok());
  }
  return VerifyEvidence(file, options);
}

// The details of the checks that fail, `NAME: DETAIL`, a line each.
inline std::string Failures(const Verification& verification) {
  std::string failures;
  for (const Check& check : verification.checks) {
    if (check.outcome != CheckOutcome::kFails) continue;
    absl::StrAppend(&failures, check.name, ": ", check.detail, "\n");
  }
  return failures;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_TESTING_H_
