#include "plugins/sdk/plugin.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;

// Does what the experiment's name or the build's name says.
class TestPlugin : public Plugin {
 public:
  v1::PluginDescription Describe() override {
    v1::PluginDescription description;
    description.set_name("test");
    description.set_title("a \"quoted\" title\nof two lines");
    return description;
  }

  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) override {
    const std::string& name = request.experiment().name();
    if (name == "throws") throw std::runtime_error("no such luck");
    if (name == "throws-int") throw 42;
    if (name == "fails") return absl::InvalidArgumentError("app: found 2, expected 1");
    v1::ExpandResponse response;
    for (const v1::Cell& cell : request.cell()) *response.add_cell() = cell;
    return response;
  }

  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override {
    if (request.build() == "fails") return absl::InvalidArgumentError("bad \xff bytes");
    v1::ParseResponse response;
    response.set_status(v1::OK);
    return response;
  }
};

std::vector<v1::PluginResponse> ServeLines(const std::string& input) {
  TestPlugin plugin;
  std::istringstream in(input);
  std::ostringstream out;
  EXPECT_EQ(Serve(plugin, in, out), 0);
  std::vector<v1::PluginResponse> responses;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    responses.emplace_back();
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(line, &responses.back()).ok()) << line;
  }
  return responses;
}

std::string ErrorOf(const std::string& line) {
  const std::vector<v1::PluginResponse> responses = ServeLines(line + "\n");
  if (responses.size() != 1) return "not one response";
  EXPECT_EQ(responses[0].response_case(), v1::PluginResponse::kError);
  return responses[0].error();
}

TEST(ServeTest, AnswersEveryRequestInOrderOnALineOfItsOwn) {
  const std::vector<v1::PluginResponse> responses =
      ServeLines("{\"describe\":{}}\n\n{\"expand\":{\"cell\":[{\"index\":7}]}}\n{\"parse\":{}}");
  ASSERT_EQ(responses.size(), 3u);
  EXPECT_EQ(responses[0].describe().title(), "a \"quoted\" title\nof two lines");
  EXPECT_EQ(responses[1].expand().cell(0).index(), 7u);
  EXPECT_EQ(responses[2].parse().status(), v1::OK);
}

TEST(ServeTest, AMalformedLineIsAnsweredAndTheNextOneServed) {
  const std::vector<v1::PluginResponse> responses = ServeLines("{\"describe\":\n{\"describe\":{}}");
  ASSERT_EQ(responses.size(), 2u);
  EXPECT_THAT(responses[0].error(), HasSubstr("line 1 (12 bytes) is no PluginRequest"));
  EXPECT_EQ(responses[1].describe().name(), "test");
}

TEST(ServeTest, SaysWhatIsWrongWithALine) {
  EXPECT_THAT(ErrorOf("{\"expand\":{\"cell\":3}}"), HasSubstr("cell"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("is no PluginRequest"));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("expected one of describe, expand, parse"));
  EXPECT_THAT(ErrorOf("\xff\xfe"), HasSubstr("is no PluginRequest"));
  EXPECT_THAT(ErrorOf(std::string(5000, '[')), HasSubstr("is no PluginRequest"));
  EXPECT_THAT(ErrorOf(std::string("\0", 1)), HasSubstr("is no PluginRequest"));
}

TEST(ServeTest, FieldsOfANewerProtocolAreSkipped) {
  const std::vector<v1::PluginResponse> responses = ServeLines("{\"describe\":{\"dialect\":2}}\n");
  ASSERT_EQ(responses.size(), 1u);
  EXPECT_TRUE(responses[0].has_describe());
}

TEST(ServeTest, StatusesAndExceptionsBecomeErrors) {
  EXPECT_EQ(ErrorOf("{\"expand\":{\"experiment\":{\"name\":\"fails\"}}}"),
            "expand: app: found 2, expected 1");
  EXPECT_EQ(ErrorOf("{\"expand\":{\"experiment\":{\"name\":\"throws\"}}}"),
            "the plugin threw: no such luck");
  EXPECT_THAT(ErrorOf("{\"expand\":{\"experiment\":{\"name\":\"throws-int\"}}}"),
              HasSubstr("no std::exception"));
}

TEST(ServeTest, AnErrorWithBrokenBytesStillArrives) {
  EXPECT_EQ(ErrorOf("{\"parse\":{\"build\":\"fails\"}}"), "parse: bad \xEF\xBF\xBD bytes");
}

TEST(ServeTest, EndsWithAnErrorIfNobodyReads) {
  TestPlugin plugin;
  std::istringstream in("{\"describe\":{}}\n{\"describe\":{}}\n");
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_EQ(Serve(plugin, in, out), 1);
}

}  // namespace
}  // namespace benchcell
