#include <algorithm>
#include <sstream>
#include <vector>

#include "core/device/device.hpp"
#include "tests/command/program.hpp"
#include "tests/image_files.hpp"

/// Every example of every help is run as it stands there, but with little to compute.
namespace heteroscope::testing {
namespace {

using Words = std::vector<std::string>;

Words words_of_line(const std::string& line) {
  std::istringstream in(line);
  Words out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

/// The command lines below "Example:" or "Examples:"; what stands behind two spaces is said about them.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> out;
  std::istringstream lines(help);
  bool below = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Example:" || line == "Examples:") {
      below = true;
    } else if (!line.starts_with("  ")) {
      below = false;
    } else if (below && line.starts_with("  heteroscope")) {
      out.push_back(line.substr(2, line.find("  ", 2) - 2));
    }
  }
  return out;
}

bool holds_word(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

/// Gives an option another value where it is there.
void replace(Words& words, const std::string& option, const std::string& value) {
  const auto at = std::ranges::find(words, option);
  if (at != words.end() && at + 1 != words.end()) *(at + 1) = value;
}

/// The same example with a small problem, few runs and little time.
Words made_small(Words words) {
  const std::string command = words.size() > 1 ? words[1] : "";
  replace(words, "--size", "33x17");
  replace(words, "--steps", "10");
  replace(words, "--for", "1s");
  if (command != "movie") replace(words, "--scene", words.size() > 2 && words[2] == "triangle" ? "128" : "inside");
  if (command == "render" && holds_word(words, "seahorses")) replace(words, "--scene", "seahorses");
  for (std::string& word : words) {
    if (word.starts_with("n=")) word = "n=65";
  }
  const auto add = [&](const Words& more) { words.insert(words.end(), more.begin(), more.end()); };
  if (command == "verify" && !holds_word(words, "--size") && !holds_word(words, "--for")) add({"--for", "1s"});
  if (command == "tune") {
    replace(words, "--budget", "1s");
    if (!holds_word(words, "--size") && !holds_word(words, "--replay")) {
      if (words[2] == "mandelbrot") add({"--size", "33x17"});
      if (!holds_word(words, "--budget")) add({"--budget", "1s"});
    }
  }
  if (command == "movie" && words[2] == "mandelbrot" && !holds_word(words, "--size")) add({"--size", "33x17"});
  if (command == "lesson" && holds_word(words, "--answers") && !holds_word(words, "--quick")) add({"--quick"});
  if (command != "bench") return words;
  add({"--repeat", "1", "--warmup", "0"});
  if (words[2] == "mandelbrot" && !holds_word(words, "--size")) add({"--size", "33x17"});
  if (words[2] == "triangle" && !holds_word(words, "--scene")) add({"--set", "n=65"});
  return words;
}

std::string joined_words(const Words& words) {
  std::string out;
  for (std::size_t i = 1; i < words.size(); ++i) out += words[i] + " ";
  return out;
}

class Examples : public Program {
 protected:
  /// The files that examples name and do not make.
  void SetUp() override {
    const Bytes photo = jpeg_file(16, 12, 3, std::vector<unsigned char>(std::size_t{16} * 12 * 3, 90), 80);
    write_text(file("photo.jpg"), {reinterpret_cast<const char*>(photo.data()), photo.size()});
    const auto make = [&](const std::string& name) { expect_success("render mandelbrot --size 33x17 --out " + name); };
    for (const char* name : {"picture.png", "today.png", "yesterday.png", "fractal.png", "saved.png"}) make(name);
    for (const char* name : {"cpu.npy", "gpu.npy", "counts.npy"}) make(name);
    expect_success("render mandelbrot --scene inside --size 33x17 --out inside.png");
    const auto settings_in = [&](const std::string& name) {
      const std::string bytes = read_text(file(name));
      const std::size_t start = bytes.find('{');
      return bytes.substr(start, bytes.find("\n}", start) + 2 - start);
    };
    const std::string saved = settings_in("saved.png");
    write_text(file("saved.json"), saved);
    write_text(file("heteroscope-mandelbrot-keyframes.json"),
               R"({"keyframes": [)" + saved + ", " + settings_in("inside.png") + "]}");
    write_text(file("counted.csv"),
               "\"ID\",\"Kernel Name\",\"dram__bytes_read.sum\",\"dram__bytes_write.sum\"\n"
               "\"0\",\"heteroscope::histogram::counts(int)\",\"4000\",\"2000\"\n");
  }

  /// What was measured, under each of these names.
  void make_results(const Words& names) const {
    expect_success("bench mandelbrot --processor cpu --variant simd --size 33x17 --repeat 6 --json a.json");
    for (const std::string& each : names) write_text(file(each + ".json"), read_text(file("a.json")));
  }

  /// Files of variants, as people hand them in.
  void make_submissions() const {
    std::filesystem::create_directory(file("submissions"));
    for (const char* name : {"my_heat.cpp", "submissions/anna.cpp"}) expect_success(std::string("new heat ") + name);
  }

  /// A window needs a display, and some examples a GPU: without them the program must say just that.
  void expect_works(const std::string& example) const {
    SCOPED_TRACE(example);
    const Words words = words_of_line(example);
    const Result result = run(joined_words(made_small(words)), "timeout 120");
    const bool window = words.size() < 2 || words[1].find('.') != std::string::npos || words[1] == "histogram";
    if (window) {
      EXPECT_EQ(result.code, 2);
      EXPECT_TRUE(result.error.starts_with("heteroscope: there is no display")) << result.error;
      return;
    }
    if (result.code == 2 && std::system("command -v ffmpeg >/dev/null") != 0) {
      if (result.error.find("ffmpeg is not installed") != std::string::npos) return;
    }
    const device::Facts& facts = device::facts();
    if (!facts.available && result.code == 2) {
      EXPECT_NE(result.error.find(facts.why_not), std::string::npos) << result.error;
      return;
    }
    EXPECT_EQ(result.code, 0) << result.error;
  }

  void expect_examples_work(const std::string& command, std::size_t least) const {
    const auto examples = examples_in(run(command + " --help").out);
    EXPECT_GE(examples.size(), least);
    for (const std::string& each : examples) expect_works(each);
  }
};

TEST_F(Examples, OfTheProgram) {
  expect_examples_work("", 10);
}
TEST_F(Examples, OfList) {
  make_submissions();
  expect_examples_work("list", 4);
}
TEST_F(Examples, OfRender) {
  expect_examples_work("render", 6);
}
TEST_F(Examples, OfMovie) {
  expect_examples_work("movie", 5);
}
TEST_F(Examples, OfVerify) {
  expect_examples_work("verify", 4);
}
TEST_F(Examples, OfBench) {
  make_submissions();
  expect_examples_work("bench", 8);
}
TEST_F(Examples, OfDiff) {
  expect_examples_work("diff", 3);
}
TEST_F(Examples, OfTrace) {
  expect_examples_work("trace", 3);
}
TEST_F(Examples, OfStudy) {
  expect_examples_work("study", 1);
}

TEST_F(Examples, OfTune) {
  expect_examples_work("tune", 5);
}

TEST_F(Examples, OfProfile) {
  expect_examples_work("profile", 4);
}
TEST_F(Examples, OfCompare) {
  make_results({"yesterday", "today", "main", "branch", "laptop", "desktop", "server"});
  expect_examples_work("compare", 3);
}
TEST_F(Examples, OfLesson) {
  make_submissions();
  expect_success("lesson stability --quick --answers 3,1 --save ben.json --name Ben");
  expect_examples_work("lesson", 4);
}
TEST_F(Examples, OfReport) {
  make_results({"today", "schedules", "triangle"});
  expect_examples_work("report", 2);
}

TEST_F(Examples, OfNew) {
  expect_examples_work("new", 5);
}

/// A command that is added has examples, and a test above; those of machines need machines.
TEST_F(Examples, OfEveryCommand) {
  const std::string refusal = run("help nothing").error;
  EXPECT_EQ(refusal,
            "heteroscope: 'nothing' is not a command; commands: list, render, movie, trace, profile, "
            "verify, bench, tune, compare, report, diff, study, lesson, new, machines, worker, describe\n");
}

}  // namespace
}  // namespace heteroscope::testing
