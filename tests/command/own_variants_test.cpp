#include <fmt/format.h>

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
         "#include <cstdlib>\n"
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

TEST_F(OwnVariants, AVariantsSourceIsPrintedAndWrittenBesideAStart) {
  const Result printed = expect_success("list heat cuda_blocked");
  EXPECT_TRUE(printed.out.starts_with("// kernels/heat/reference.hpp\n#pragma once\n")) << printed.out;
  EXPECT_NE(printed.out.find("\n// kernels/heat/cuda_blocked.cu\n"), std::string::npos);
  EXPECT_NE(printed.out.find("\n// kernels/heat/march/kernel.cuh\n"), std::string::npos) << "where its kernel is";
  const Result both = expect_success("list binarize sequential");
  for (const char* const file : {"mean_sequential.cpp", "threshold_sequential.cpp"})
    EXPECT_NE(both.out.find(file), std::string::npos) << file;
  EXPECT_EQ(expect_success("list binarize mean=sequential").out.find("threshold_sequential"), std::string::npos);
  const Result one = expect_success("list heat");
  EXPECT_TRUE(one.out.starts_with("heat - ")) << one.out;
  EXPECT_EQ(one.out.find("mandelbrot - "), std::string::npos);
  expect_refused("list heat cuda_shred", "did you mean cuda_shared?");
  expect_refused("list heat --json", "--json writes everything");
  expect_success("new heat mine.cpp --beside simd");
  EXPECT_NE(read_text(file("mine.cpp")).find("kernels/heat/simd.cpp"), std::string::npos);
  expect_success(render);
  expect_refused("new heat mine.cu --beside simd", "name the file with .cpp");
  expect_refused("new heat other.cpp --beside nothing", "heat has no variant");
  expect_refused("new binarize --stage mean other.cpp --beside threshold=simd", "the stage mean");
}

TEST_F(OwnVariants, ItsCodeIsListed) {
  write_heat(plain_rows);
  if (std::system("command -v objdump >/dev/null") == 0) {
    const Result listed = expect_success("profile heat --variant mine.cpp --code");
    EXPECT_TRUE(listed.out.starts_with("Machine code, by objdump\n")) << listed.out;
    EXPECT_NE(listed.out.find("heteroscope_own_0_fp32"), std::string::npos) << listed.out;
    for (const char* const other : {"frame_dummy", "file format", "/tmp/"})
      EXPECT_EQ(listed.out.find(other), std::string::npos) << "only what the file has made: " << other;
  } else {
    expect_refused("profile heat --variant mine.cpp --code", "objdump, a part of binutils");
  }
  expect_refused("profile heat --code", "choose one by --variant FILE");
  expect_refused("profile heat --variant mine.cpp --code --ncu", "--code counts nothing");
}

TEST_F(OwnVariants, ErrorsOfTheCompilerHaveTheirPlaces) {
  write_heat("  step.out(0, 0) = undeclared;");
  const Result result = run(render);
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error.find("mine.cpp:7:"), std::string::npos) << result.error;
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

TEST_F(OwnVariants, VerifyFindsWhatIsWrong) {
  write_heat(
      "for (int y = step.rows.begin; y < step.rows.end; ++y)"
      " for (int x = 0; x < step.width - step.width % 2; ++x) step.out(x, y) = step.new_value(x, y);");
  const Result odd = run("verify heat --variant mine.cpp");
  EXPECT_EQ(odd.code, 1) << odd.out << odd.error;
  write_heat("");
  EXPECT_EQ(run("verify heat --variant mine.cpp").code, 1);
}

TEST_F(OwnVariants, AFolderIsMeasuredTogether) {
  std::filesystem::create_directory(file("class"));
  write_text(file("class/anna.cpp"), heat_file(plain_rows));
  write_text(file("class/ben.cpp"),
             heat_file(std::string("#pragma omp parallel for num_threads(step.threads)\n") + plain_rows));
  write_text(file("class/carl.cpp"), heat_file("  this is no C++"));
  write_text(file("class/notes.txt"), "not looked at");
  expect_success("new heat class/dora.cu");  // workers that compute with the others' files are not told of hers
  const Result result = run("bench heat --set n=64 --steps 3 --variants class --repeat 1 --csv -");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("anna.cpp"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("ben.cpp"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("carl.cpp"), std::string::npos) << result.out;
  EXPECT_NE(result.error.find("carl.cpp:7"), std::string::npos) << result.error;
  std::filesystem::remove(file("class/dora.cu"));
  // the times of a wrong result are marked by how many values are wrong
  write_text(file("class/emil.cpp"), heat_file("step.out(0, step.rows.begin) = 1;"));
  const Result report = run("bench heat --set n=64 --steps 3 --variants class --repeat 1");
  EXPECT_NE(report.out.find(" differing |"), std::string::npos) << report.out;
  EXPECT_NE(report.out.find("emil.cpp: "), std::string::npos) << report.out;
  EXPECT_EQ(report.out.find("anna.cpp: "), std::string::npos) << report.out;
  std::filesystem::remove(file("class/emil.cpp"));
  // those that are left out keep the others from nothing
  const Result verified = run("verify heat --variants class");
  EXPECT_EQ(verified.code, 0) << verified.out << verified.error;
  EXPECT_NE(verified.error.find("carl.cpp:7"), std::string::npos) << verified.error;
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
