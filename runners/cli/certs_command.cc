// `certs`: certificates of a lab. What it does is in runners/tls/certs.h.

#include "absl/time/clock.h"
#include "runners/cli/commands.h"
#include "runners/tls/certs.h"

namespace benchcell {

int CertsCommand(const CommandContext& context) {
  const Options& options = context.options;
  const CertsRequest request = {options.operands, options.tls,  options.out,
                                options.host,     options.days, options.force};
  absl::Status status = RunCerts(request, absl::Now(), context.out, context.log);
  // A key that is there already or a CA that isn't: the user's to change.
  if (absl::IsAlreadyExists(status) || absl::IsFailedPrecondition(status)) {
    status = absl::InvalidArgumentError(status.message());
  }
  return status.ok() ? kExitOk : Fail(context, status);
}

}  // namespace benchcell
