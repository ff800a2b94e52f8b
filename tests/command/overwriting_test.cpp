#include <unistd.h>

#include "tests/command/program.hpp"

/// No command writes over what it reads, nor over itself, by whatever names; of several files all are written or none.
namespace heteroscope::testing {
namespace {

class Overwriting : public Program {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("render mandelbrot --size 16x8 --precision fp32 --out v.npy").code, 0);
    ASSERT_EQ(run("render mandelbrot --size 16x8 --out a.png").code, 0);
    ASSERT_EQ(run("render mandelbrot --size 16x8 --precision fp32 --out b.png").code, 0);
    std::filesystem::create_hard_link(file("v.npy"), file("hard.npy"));
    std::filesystem::create_symlink("v.npy", file("soft.npy"));
    std::filesystem::create_directory(file("sub"));
    std::filesystem::create_directory_symlink(".", file("here"));
    std::filesystem::create_symlink("a.png", file("soft.json"));
  }
  /// The output would take the place of what is read as `input`, and is refused, with both named.
  void expect_kept(const std::string& arguments, const std::string& output, const std::string& input) const {
    const std::string line = expect_refused(arguments, output + ' ').error;
    EXPECT_NE(line.find(' ' + input), std::string::npos) << line;
  }
};

TEST_F(Overwriting, TheSource) {
  for (const char* out : {"v.npy", "./v.npy", "sub/../v.npy", "here/v.npy", "hard.npy", "soft.npy", "here/soft.npy"}) {
    expect_kept("render blur --source v.npy --out " + std::string(out), std::string("--out ") + out, "the source");
  }
  expect_kept("render blur --source v.npy --out new.npy --trace hard.npy", "--trace hard.npy", "the source");
  // the source that saved settings name
  ASSERT_EQ(run("render blur --source v.npy --out saved.png").code, 0);
  expect_kept("render --settings saved.png --out v.npy", "--out v.npy", "the source");
  expect_kept("bench --settings saved.png --csv v.npy", "--csv v.npy", "the source");
  expect_refused("diff saved.png v.npy --out a.png --style mask --tolerance -1", "--tolerance");
  expect_success("render blur --source v.npy --out other.npy");
}

TEST_F(Overwriting, TheSettings) {
  expect_kept("render --settings a.png --out a.png", "--out a.png", "--settings");
  expect_kept("render --settings a.png --out b.png --trace soft.json", "--trace soft.json", "--settings");
  expect_kept("bench --settings a.png --json a.png", "--json a.png", "--settings");
  expect_kept("bench --settings a.png --json soft.json", "--json soft.json", "--settings");
}

TEST_F(Overwriting, TheSidesOfADiff) {
  expect_kept("diff a.png b.png --out a.png", "--out a.png", "A");
  expect_kept("diff a.png b.png --out ./b.png", "--out ./b.png", "B");
  // a settings' source
  ASSERT_EQ(run("render blur --source a.png --out saved.png").code, 0);
  ASSERT_EQ(run("render blur --source a.png --out saved.npy").code, 0);
  expect_kept("diff saved.png saved.npy --out a.png", "--out a.png", "the source");
}

TEST_F(Overwriting, TwoOutputs) {
  expect_refused("render mandelbrot --out n.png --trace ./n.png", "named for two outputs, --out and --trace");
  expect_refused("bench mandelbrot --csv f --json here/f", "named for two outputs, --csv and --json");
  expect_refused("bench mandelbrot --csv v.npy --json hard.npy", "named for two outputs");
  expect_refused("study heat --csv f --json f", "named for two outputs");
  expect_refused("study heat --csv - --json -", "only one output can go to standard output");
  expect_refused("bench mandelbrot --csv - --svg -", "only one output can go to standard output");
  // standard output itself is a file
  const std::string command = "cd '" + folder() + "' && '" HETEROSCOPE_PROGRAM "' study heat --csv f >f 2>error";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_EQ(read_text(file("error")),
            "heteroscope: --csv f: standard output already goes to this file; name another file\n");
}

TEST_F(Overwriting, AllOrNone) {
  // The second file does not fit: a limit stands for a full disk.
  const std::string full = "export TMPDIR=/nonexistent; ulimit -f 8;";
  write_text(file("out.npy"), "precious");
  expect_refused(
      "render mandelbrot --size 8x400 --precision fp32 --variant omp_dynamic --out out.npy --trace trace.json",
      "trace.json: File too large", "export TMPDIR=/nonexistent; ulimit -f 32;");
  write_text(file("s.csv"), "precious");
  expect_refused("study heat --csv s.csv --json s.json", "s.json: File too large", full);
}

TEST_F(Overwriting, AToursFolder) {
  std::filesystem::create_directory(file("tour"));
  for (const char* name : {"timing.md", "timing.csv", "07-diff.png"}) {
    write_text(file("tour") / name, "precious");
    expect_refused("--tour tour", std::string("--tour tour: \"") + name + "\" is there already");
    expect_refused("--tour tour/", "name another folder, such as tour-2");
    std::filesystem::remove(file("tour") / name);
  }
  write_text(file("tour") / "notes.md", "another's");
  expect_refused("--tour tour", "render");  // no display
}

}  // namespace
}  // namespace heteroscope::testing
