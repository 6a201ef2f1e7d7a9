#include "runners/cli/status_text.h"

#include <gtest/gtest.h>

#include "google/protobuf/text_format.h"

namespace benchcell {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1000);

v1::LabStatus Status(const std::string& text) {
  v1::LabStatus status;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &status));
  return status;
}

TEST(MachinesTextTest, SaysWhatEachMachineIsAndDoes) {
  EXPECT_EQ(
      MachinesText(Status(R"pb(
                     machine {
                       machine {
                         id: "k-1"
                         name: "lab-1"
                         epoch: 2
                         facts { processor_model: "EPYC" logical_cpus: 4 platform: "linux-x64" }
                       }
                       run_id: "r-1"
                       activity { cell: 3 }
                       machine_class: "linux-x64"
                     }
                     machine {
                       machine {
                         id: "k-2"
                         epoch: 1
                         facts { platform: "linux-arm64" }
                       }
                       away: true
                       last_seen { seconds: 910 }
                       quarantine: "no disk"
                     }
                   )pb"),
                   kNow),
      "lab-1                 k-1                 measuring    EPYC, 4 processors, linux-x64; epoch "
      "2, class linux-x64; r-1 cell 3\n"
      "k-2                   k-2                 quarantined  , 0 processors, linux-arm64; epoch "
      "1, class none; "
      "last seen 1 min 30 s ago\n"
      "    no disk\n"
      "    `benchcell machines --release=k-2` gives it work again\n");
  EXPECT_EQ(MachinesText(v1::LabStatus(), kNow), "no machine has asked this lab for work lately\n");
}

TEST(StatusTextTest, AlarmsComeFirst) {
  EXPECT_EQ(StatusText(Status(R"pb(
                         alarm: "run r-1 has not got on"
                         run {
                           run_id: "r-1"
                           progress {
                             blocks: 8
                             blocks_done: 3
                             activity {}
                           }
                           last_progress { seconds: 995 }
                         }
                         machine { activity {} }
                         machine {}
                       )pb"),
                       kNow),
            "ALARM run r-1 has not got on\n"
            "r-1                                                       blocks 3/8, 1 measuring, "
            "got on 5 s ago\n"
            "2 machines, 1 idle, 1 measuring\n");
  EXPECT_EQ(StatusText(v1::LabStatus(), kNow), "no active run\n0 machines\n");
}

}  // namespace
}  // namespace benchcell
