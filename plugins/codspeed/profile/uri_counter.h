// Tells benchmarks of one name apart.

#ifndef BENCHCELL_PLUGINS_CODSPEED_PROFILE_URI_COUNTER_H_
#define BENCHCELL_PLUGINS_CODSPEED_PROFILE_URI_COUNTER_H_

#include <map>
#include <string>

namespace benchcell::codspeed {

class UriCounter {
 public:
  // The name itself the first time, then `NAME (2)`, `NAME (3)`; never one that was given before.
  std::string Unique(const std::string& uri);

 private:
  std::map<std::string, int> seen_;
};

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_PROFILE_URI_COUNTER_H_
