#include "runners/tls/access.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "benchcell/v1/lab.pb.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// What the table must say, written another way: for each method the initials of the roles that may
// (agent, submitter, viewer, a*d*min).
const std::map<std::string, std::string>& Expected() {
  static const auto* const expected = new std::map<std::string, std::string>{
      {"/benchcell.v1.Blobs/FindMissing", "asvd"},
      {"/benchcell.v1.Blobs/Write", "asd"},
      {"/benchcell.v1.Blobs/Read", "asvd"},
      {"/benchcell.v1.Experiments/Submit", "sd"},
      {"/benchcell.v1.Experiments/Watch", "svd"},
      {"/benchcell.v1.Experiments/Cancel", "sd"},
      {"/benchcell.v1.Experiments/GetRun", "svd"},
      {"/benchcell.v1.Experiments/ListRuns", "svd"},
      {"/benchcell.v1.Agents/Synchronize", "ad"},
      {"/benchcell.v1.Agents/Deliver", "ad"},
      {"/benchcell.v1.Lab/GetStatus", "svd"},
      {"/benchcell.v1.Lab/ReleaseMachine", "d"},
      {"/grpc.health.v1.Health/Check", "asvd"},
      {"/grpc.health.v1.Health/Watch", "asvd"},
      {"/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", "asvd"},
  };
  return *expected;
}

char Initial(Role role) {
  switch (role) {
    case Role::kCoordinator:
      return 'c';
    case Role::kAgent:
      return 'a';
    case Role::kSubmitter:
      return 's';
    case Role::kViewer:
      return 'v';
    case Role::kAdmin:
      return 'd';
  }
  return '?';
}

TEST(Access, EveryPairOfRoleAndMethod) {
  for (const auto& [method, may] : Expected()) {
    for (const Role role : AllRoles()) {
      const absl::Status status = Authorize({"x", role, "k"}, method);
      const bool expected = may.find(Initial(role)) != may.npos;
      EXPECT_EQ(status.ok(), expected) << RoleName(role) << " " << method << " " << status;
      EXPECT_EQ(status.code() == absl::StatusCode::kPermissionDenied, !expected);
    }
  }
}

TEST(Access, TableHasNothingElse) {
  std::set<std::string> methods;
  for (const MethodAccess& access : AccessTable()) {
    EXPECT_TRUE(methods.insert(std::string(access.method)).second) << "twice: " << access.method;
    EXPECT_TRUE(Expected().contains(std::string(access.method))) << access.method;
  }
  EXPECT_EQ(methods.size(), Expected().size());
}

// A method that is added to lab.proto without a line in the table fails here; nobody could call it.
TEST(Access, EveryMethodOfTheLabIsListed) {
  const google::protobuf::FileDescriptor* file = v1::AgentState::descriptor()->file();
  ASSERT_GE(file->service_count(), 3);
  for (int i = 0; i < file->service_count(); ++i) {
    const google::protobuf::ServiceDescriptor* service = file->service(i);
    for (int j = 0; j < service->method_count(); ++j) {
      const std::string method =
          absl::StrCat("/", service->full_name(), "/", service->method(j)->name());
      EXPECT_NE(FindAccess(method), nullptr)
          << method << ": add it to the table in access.cc, and to Expected() here";
    }
  }
}

TEST(Access, EveryListedMethodOfTheLabExists) {
  const google::protobuf::FileDescriptor* file = v1::AgentState::descriptor()->file();
  for (const MethodAccess& access : AccessTable()) {
    if (!access.method.starts_with("/benchcell.")) continue;
    const size_t slash = access.method.rfind('/');
    const std::string full(access.method.substr(1, slash - 1));
    const google::protobuf::ServiceDescriptor* service = file->pool()->FindServiceByName(full);
    ASSERT_NE(service, nullptr) << access.method;
    EXPECT_NE(service->FindMethodByName(std::string(access.method.substr(slash + 1))), nullptr)
        << access.method;
  }
}

// Not those that machines make every few seconds, nor those that change nothing.
TEST(Access, WhatPeopleChangeIsAudited) {
  for (const MethodAccess& access : AccessTable()) {
    const bool changes = access.method.ends_with("/Submit") || access.method.ends_with("/Cancel") ||
                         access.method.ends_with("/ReleaseMachine");
    EXPECT_EQ(access.audited, changes) << access.method;
  }
}

TEST(Access, RefusalSaysWhoWhatAndWhoMay) {
  const absl::Status status =
      Authorize({"eve", Role::kViewer, std::string(64, 'a')}, "/benchcell.v1.Experiments/Submit");
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("viewer eve (key aaaaaaaaaaaa)"),
                    HasSubstr("/benchcell.v1.Experiments/Submit"),
                    HasSubstr("has the role viewer, expected submitter or admin")));
}

TEST(Access, UnlistedIsForNobody) {
  for (const std::string method :
       {"/benchcell.v1.Experiments/Drop", "", "/", "benchcell.v1.Experiments/Submit",
        "/benchcell.v1.Experiments/Submit/", "/benchcell.v1.experiments/Submit"}) {
    EXPECT_EQ(Authorize(LocalAdmin(), method).code(), absl::StatusCode::kPermissionDenied)
        << method;
  }
}

}  // namespace
}  // namespace benchcell
