#include <algorithm>

#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// Sources of images on the command line, with whichever workloads there are.
namespace heteroscope::testing {
namespace {

class Sources : public Program {
 protected:
  Sources() {
    for (const Workload* each : catalog()) {
      if (each->image && image_.empty()) image_ = each->id;
      if (each->serves_as_source && maker_ == nullptr) maker_ = each;
    }
  }
  void SetUp() override {
    if (image_.empty() || maker_ == nullptr) GTEST_SKIP() << "no workload takes an image, or none serves as one";
  }
  [[nodiscard]] std::string render(const std::string& arguments) const {
    return "render " + image_ + " --processor cpu --size 24x16 " + arguments;
  }
  /// A file has a size of its own.
  [[nodiscard]] std::string render_file(const std::string& arguments) const {
    return "render " + image_ + " --processor cpu " + arguments;
  }
  [[nodiscard]] Settings rendered(const std::string& arguments) const {
    expect_success(render(arguments + " --out made.png"));
    return load_settings(file("made.png"), catalog());
  }

  std::string image_;
  const Workload* maker_ = nullptr;
};

TEST_F(Sources, AreSavedWithThePicture) {
  for (const Pattern& each : patterns()) {
    EXPECT_EQ(rendered("--source " + std::string(each.id)).problem.source,
              (Source{.id = std::string(each.id), .number = each.number_label.empty() ? 0 : each.initial}));
  }
  EXPECT_EQ(rendered("--source noise:7").problem.source, (Source{.id = "noise", .number = 7}));
  const std::string key(maker_->parameters.front().id);
  const Settings live = rendered("--source " + std::string(maker_->id) + " --set source." + key + "=0.25");
  EXPECT_EQ(live.problem.source, (Source{.id = std::string(maker_->id), .values = {{key, 0.25}}}));
  // What is not named is the workload's own.
  EXPECT_EQ(rendered("").problem.source, default_settings(find_workload(catalog(), image_)).problem.source);
}

TEST_F(Sources, FilesHaveASizeOfTheirOwn) {
  expect_success("render " + std::string(maker_->id) + " --size 13x7 --out picture.png");
  expect_success("render " + std::string(maker_->id) + " --size 9x5 --out field.npy");
  expect_success(render_file("--source picture.png --out made.png"));
  EXPECT_EQ(load_settings(file("made.png"), catalog()).problem.source, (Source{.id = "file", .file = "picture.png"}));
  const Result result = expect_success(render_file("--source field.npy --out out.npy"));
  EXPECT_NE(result.out.find("9x5"), std::string::npos) << result.out;
  expect_refused(render("--source field.npy --out new.npy"), "the size of the file \"field.npy\" is used");
}

TEST_F(Sources, SameResultForTheSameSeed) {
  expect_success(render("--source noise:5 --threads 1 --out a.npy"));
  expect_success(render("--source noise:5 --threads 3 --out b.npy"));
  expect_success("diff a.npy b.npy");
}

TEST_F(Sources, BadOnesAreRefused) {
  write_text(file("text.png"), "no image");
  write_text(file("empty.png"), "");
  write_text(file("cut.png"), std::string("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16));
  write_text(file("out.png"), "precious");
  const auto refused = [&](const std::string& source, const std::string& words) {
    expect_refused(render_file("--source " + source + " --out out.png"), words);
  };
  refused("zoneplate", "did you mean zone_plate?");
  refused("missing.png", "there is no file \"missing.png\"");
  refused("noise:x", "noise: \"x\" is not a number");
  refused("gradient:1", "gradient has no number");
  refused("text.png", "not an image that can be read; PNG, JPEG, WebP, GIF, BMP, TIFF, binary PGM");
  refused("empty.png", "the file is empty");
  refused("cut.png", "cut short");
  refused(".", "it is a folder");
  refused("/dev/zero", "it is not a regular file");
  refused("noise --set source.span=1", "which has no parameters");
  refused(std::string(maker_->id) + " --set source.nothing=1", "has no parameter 'nothing'");
  const std::string maker = "render " + std::string(maker_->id) + " --size 8x8 --out out.png ";
  expect_refused(maker + "--source noise", "has no source image");
  expect_refused(maker + "--set source.span=1", "has no source image");
}

TEST_F(Sources, AreListed) {
  const auto json = json_of(expect_success("list --json").out);
  std::vector<std::string> ids;
  for (const auto& each : json.at("sources")) ids.push_back(each.at("id").get<std::string>());
  std::vector<std::string> known = source_ids(catalog());
  known.emplace_back("file");
  EXPECT_EQ(ids, known);
  const std::string text = expect_success("list").out;
  for (const Pattern& each : patterns()) EXPECT_NE(text.find(each.id), std::string::npos);
  for (const auto& workload : json.at("workloads")) {
    const bool image = workload.at("takes_image").get<bool>();
    EXPECT_EQ(workload.at("default_source").is_string(), image) << workload.at("id");
    for (const auto& stage : workload.at("stages")) EXPECT_TRUE(stage.at("reduction").is_string());
    for (const auto& parameter : workload.at("parameters")) {
      if (parameter.at("kind") != "choice") continue;
      const auto& choices = parameter.at("choices");
      EXPECT_NE(std::find(choices.begin(), choices.end(), parameter.at("default")), choices.end()) << parameter;
    }
  }
}

}  // namespace
}  // namespace heteroscope::testing
