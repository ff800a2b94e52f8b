#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// Variants of a person's own from the command line: from the file that the program writes to what it says of good and
/// bad ones. What a bad one does ends a worker, never the program.
namespace heteroscope::testing {
namespace {

/// A file with a variant of heat whose function has this body, a line of its own.
std::string heat_file(const std::string& body) {
  return "#include \"kernels/heat/own.hpp\"\n"
         "#include <cstdio>\n"
         "#include <cstdlib>\n"
         "#include <fstream>\n"
         "#include <string>\n"
         "#include <sys/resource.h>\n"
         "#include <unistd.h>\n"
         "using namespace heteroscope::heat;\n"
         "HETEROSCOPE_VARIANT(heat)\n"
         "template <class T>\n"
         "void advance(const Step<T>& step) {\n" +
         body + "\n}\n";
}

constexpr const char* plain_rows =
    "for (int y = step.rows.begin; y < step.rows.end; ++y)"
    " for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);";

constexpr const char* render = "render heat --set n=40 --steps 5 --variant mine.cpp --out mine.npy";

class OwnVariants : public Program {
 protected:
  void write_heat(const std::string& body) const { write_text(file("mine.cpp"), heat_file(body)); }
  /// Renders with the variant of that body, which fails in a worker: exit code 3 and one line that names it.
  void expect_fault(const std::string& body, const std::string& words) const {
    SCOPED_TRACE(body);
    write_heat(body);
    const Result result = run(render, "export HETEROSCOPE_OWN_LIMIT=3;");
    EXPECT_EQ(result.code, 3) << result.error;
    EXPECT_TRUE(result.error.starts_with("heteroscope: mine.cpp: ")) << result.error;
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
    EXPECT_FALSE(std::filesystem::exists(file("mine.npy")));
  }
};

TEST_F(OwnVariants, TheFileToStartFromComputesTheReferencesBits) {
  expect_success("new heat mine.cpp");
  expect_success(render);
  expect_success("render heat --set n=40 --steps 5 --variant sequential --out reference.npy");
  EXPECT_EQ(read_text(file("mine.npy")), read_text(file("reference.npy")));
  const Result verified = expect_success("verify heat --variant mine.cpp");
  EXPECT_NE(verified.out.find("mine.cpp"), std::string::npos) << verified.out;
  const Result measured = expect_success("bench heat --set n=64 --steps 3 --variant mine.cpp --repeat 1 --json -");
  EXPECT_NE(measured.out.find("mine.cpp"), std::string::npos);
}

TEST_F(OwnVariants, NothingIsOverwritten) {
  write_text(file("mine.cpp"), "precious");
  expect_refused("new heat mine.cpp", "mine.cpp");
  expect_refused("new heat mine.txt", "must end in .cu");
  expect_refused("new heet mine.cu", "heet");
  expect_refused("new binarize mine.cu", "--stage: mean, threshold");
  expect_refused("new heat --stage mean mine.cu", "no such stage");
}

TEST_F(OwnVariants, ErrorsOfTheCompilerHaveTheirPlaces) {
  write_heat("  step.out(0, 0) = undeclared;");
  const Result result = run(render);
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error.find("mine.cpp:12:"), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("undeclared"), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("does not compile: 1 error"), std::string::npos) << result.error;
}

TEST_F(OwnVariants, AFileThatIsNoneIsRefused) {
  expect_refused("render heat --variant gone.cpp --out a.npy", "gone.cpp");
  write_heat(plain_rows);
  expect_refused("render blur --variant mine.cpp --out a.npy", "mine.cpp");
  expect_refused("render heat --variant first=mine.cpp --out a.npy", "advance=mine.cpp");
  write_text(file("saved.json"), "");
  expect_success("render heat --set n=40 --steps 5 --variant mine.cpp --out saved.png");
  expect_refused("render --settings saved.png --out again.npy", "whose file is not open");
}

TEST_F(OwnVariants, WhatOneDoesWrongEndsItsWorkerAlone) {
  expect_fault("  *reinterpret_cast<volatile int*>(0) = 1;", "Segmentation fault");
  expect_fault("  std::abort();", "Aborted");
  expect_fault("  std::_Exit(7);", "exit code 7");
  expect_fault("  throw 1;", "mine.cpp");
  expect_fault("  for (volatile bool on = true; on;) {}", "did not end within 3 s");
  expect_fault(std::string(plain_rows) + " if (step.rows.end == step.width) (&step.out(0, 0))[40 * 40 + 3] = 1;",
               "outside of the memory");
}

/// A process of a worker's goes with it, whatever it does; and it has limits.
TEST_F(OwnVariants, WhatOneStartsEndsWithItsWorker) {
  expect_fault("  if (fork() == 0) for (;;) pause();\n  for (volatile bool on = true; on;) {}", "did not end within");
  expect_fault("  rlimit files{};\n  getrlimit(RLIMIT_FSIZE, &files);\n  std::_Exit(files.rlim_max >> 26);",
               "exit code 16");
}

TEST_F(OwnVariants, OneWritesOnlyToItsFolder) {
  if (::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) < 1) GTEST_SKIP() << "this kernel has no Landlock";
  write_text(file("precious"), "as it was");
  write_heat("std::ofstream(\"precious\") << 1; std::remove(\"precious\"); std::ofstream(\"new\") << 1;\n" +
             std::string(plain_rows));
  expect_success(render);
  EXPECT_EQ(read_text(file("precious")), "as it was");
  EXPECT_FALSE(std::filesystem::exists(file("new")));
  write_heat("if (!(std::ofstream(std::string(std::getenv(\"TMPDIR\")) + \"/new\") << 1)) std::_Exit(7);\n" +
             std::string(plain_rows));
  expect_success(render);
}

TEST_F(OwnVariants, VerifyFindsWhatIsWrong) {
  write_heat(
      "for (int y = step.rows.begin; y < step.rows.end; ++y)"
      " for (int x = 0; x < step.width - step.width % 2; ++x) step.out(x, y) = step.new_value(x, y);");
  const Result odd = run("verify heat --variant mine.cpp");
  EXPECT_EQ(odd.code, 1) << odd.out << odd.error;
  write_heat("");
  EXPECT_EQ(run("verify heat --variant mine.cpp").code, 1);
}

TEST_F(OwnVariants, RacesAreOfKernels) {
  expect_refused("verify heat --races", "--races is for a variant of one's own for the GPU");
  write_heat(plain_rows);
  expect_refused("verify heat --variant mine.cpp --races", "--races is for a variant of one's own for the GPU");
}

/// The others would say no more, and each may take as long as the limit of a frame.
TEST_F(OwnVariants, TenFailuresAreEnough) {
  write_heat("");
  const Result result = run("verify heat --variant mine.cpp --processor cpu");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("cases skipped: mine.cpp: 10 of its cases have failed"), std::string::npos) << result.out;
}

TEST_F(OwnVariants, AFolderIsMeasuredTogether) {
  std::filesystem::create_directory(file("class"));
  write_text(file("class/anna.cpp"), heat_file(plain_rows));
  write_text(file("class/ben.cpp"),
             heat_file(std::string("#pragma omp parallel for num_threads(step.threads)\n") + plain_rows));
  write_text(file("class/carl.cpp"), heat_file("  this is no C++"));
  write_text(file("class/notes.txt"), "not looked at");
  const Result result = run("bench heat --set n=64 --steps 3 --variants class --repeat 1 --csv -");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("anna.cpp"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("ben.cpp"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("carl.cpp"), std::string::npos) << result.out;
  EXPECT_NE(result.error.find("carl.cpp:12"), std::string::npos) << result.error;
  // those that are left out keep the others from nothing
  const Result verified = run("verify heat --variants class");
  EXPECT_EQ(verified.code, 0) << verified.out << verified.error;
  EXPECT_NE(verified.error.find("carl.cpp:12"), std::string::npos) << verified.error;
  expect_refused("bench heat --variants nowhere", "nowhere");
}

TEST_F(OwnVariants, BuiltInOnesRunInAWorkerOnRequest) {
  expect_success("render mandelbrot --size 31x17 --out here.npy");
  expect_success("render mandelbrot --size 31x17 --isolate yes --out there.npy");
  EXPECT_EQ(read_text(file("here.npy")), read_text(file("there.npy")));
  expect_refused("worker", "--isolate");
}

}  // namespace
}  // namespace heteroscope::testing
