#include "runners/machine/linux_board.h"

#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

class LinuxBoardTest : public TreeTest {
 protected:
  void WriteDmi(const std::string& vendor, const std::string& product) {
    Write("/sys/class/dmi/id/sys_vendor", vendor + "\n");
    Write("/sys/class/dmi/id/product_name", product + "\n");
  }

  void WriteSupply(const std::string& name, const std::string& file, const std::string& text) {
    Write("/sys/class/power_supply/" + name + "/" + file, text + "\n");
  }
};

TEST_F(LinuxBoardTest, ProductHasTheMakerOnce) {
  WriteDmi("Dell Inc.", "PowerEdge R650");
  EXPECT_EQ(Product(root_), "Dell Inc. PowerEdge R650");
  WriteDmi("HP", "HP Z2 Tower");
  EXPECT_EQ(Product(root_), "HP Z2 Tower");
}

TEST_F(LinuxBoardTest, WhatNobodyFilledInIsNoProduct) {
  WriteDmi("To Be Filled By O.E.M.", "To Be Filled By O.E.M.");
  EXPECT_EQ(Product(root_), "");
  WriteDmi("ASUSTeK", "System Product Name");
  EXPECT_EQ(Product(root_), "ASUSTeK");
}

TEST_F(LinuxBoardTest, InstanceTypesOfACloudTellWhetherThereIsAHypervisor) {
  WriteDmi("Amazon EC2", "m7g.large");
  EXPECT_EQ(Virtualised(root_, {}), v1::ON);
  WriteDmi("Amazon EC2", "c7g.metal");
  EXPECT_EQ(Virtualised(root_, {}), v1::OFF);
  WriteDmi("Amazon EC2", "m7i.metal-24xl");
  EXPECT_EQ(Virtualised(root_, {}), v1::OFF);
  // What the processor announces is surer than a name.
  EXPECT_EQ(Virtualised(root_, ParseCpuinfo("flags : lm hypervisor\n")), v1::ON);
}

TEST_F(LinuxBoardTest, RentedArmGuestsAreVirtualised) {
  WriteDmi("Hetzner", "vServer");
  EXPECT_EQ(Virtualised(root_, {}), v1::ON);
}

TEST_F(LinuxBoardTest, NothingReadNothingKnown) {
  EXPECT_EQ(Virtualised(root_, {}), v1::UNKNOWN);
  EXPECT_EQ(Virtualised(root_, ParseCpuinfo("flags : lm\n")), v1::OFF);
  EXPECT_EQ(Product(root_), "");
  EXPECT_EQ(PowerSource(root_), "");
  EXPECT_EQ(Swap(root_), v1::UNKNOWN);
}

TEST_F(LinuxBoardTest, AnyConnectedSupplyIsMains) {
  WriteSupply("BAT0", "type", "Battery");
  WriteSupply("AC", "type", "Mains");
  WriteSupply("AC", "online", "0");
  EXPECT_EQ(PowerSource(root_), "battery");
  WriteSupply("ucsi0", "type", "USB");
  WriteSupply("ucsi0", "online", "1");
  EXPECT_EQ(PowerSource(root_), "mains");
}

TEST_F(LinuxBoardTest, TheBatteryOfAMouseIsNotTheMachines) {
  WriteSupply("hidpp0", "type", "Battery");
  WriteSupply("hidpp0", "scope", "Device");
  EXPECT_EQ(PowerSource(root_), "");
}

TEST_F(LinuxBoardTest, SwapIsOnWithAnySpace) {
  const std::string titles = "Filename\tType\tSize\tUsed\tPriority\n";
  Write("/proc/swaps", titles);
  EXPECT_EQ(Swap(root_), v1::OFF);
  Write("/proc/swaps", titles + "/dev/zram0 partition\t8388604\t0\t100\n");
  EXPECT_EQ(Swap(root_), v1::ON);
}

}  // namespace
}  // namespace benchcell
