#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/process/find_program.hpp"
#include "tests/command/heat_file.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// Variants of a person's own from the command line: from the file that the program writes to what it says of good and
/// bad ones. What a bad one does ends a worker, never the program.
namespace heteroscope::testing {
namespace {

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
    EXPECT_TRUE(result.error.starts_with("heteroscope: mine.cpp:")) << result.error;
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

TEST_F(OwnVariants, WhatAWorkerCannotDoIsRefused) {
  expect_success("new heat mine.cpp");
  expect_refused("render heat --set n=16 --steps 4 --checkpoint 1m --variant mine.cpp --out a.npy",
                 "mine.cpp runs in another: choose a variant of the program");
  EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
  EXPECT_FALSE(std::filesystem::exists(file("a.npy.unfinished")));
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
  for (const char* other : {"", " --processor cpu", " --processor split", " --model"})
    expect_refused(std::string("profile heat --variant mine.cpp") + other,
                   "mine.cpp is for the CPU; --code lists its machine code");
}

/// The start file declares what its kernel reaches, and that is what the program's own kernel reaches.
TEST_F(OwnVariants, ItsDeclaredAddressesAreWorkedOut) {
  expect_success("new heat mine.cu");
  const std::string model = "profile heat --set n=64 --model --csv - --variant ";
  EXPECT_EQ(expect_success(model + "mine.cu").out, expect_success(model + "cuda_global").out);
  std::string text = read_text(file("mine.cu"));
  const std::string inner = "HETEROSCOPE_LOADS(in, x - 1 + y * width, inner)";
  write_text(file("mine.cu"),
             std::string(text).replace(text.find(inner), inner.size(), "HETEROSCOPE_LOADS(in, x - 1)"));
  expect_refused(model + "mine.cu", "thread (0, 0) of block (0, 0) reaches element -1 of in, which has 64 x 64 values");
  write_text(file("mine.cu"), std::string(text).replace(text.find(inner), inner.size(), "HETEROSCOPE_LOADS(plane, x)"));
  const Result unknown = run(model + "mine.cu");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.error.find(": error: there is no array \"plane\"; known: in, base, out"), std::string::npos)
      << unknown.error;
  expect_success("new blur plain.cu");
  expect_refused("profile blur --variant plain.cu --model",
                 "plain.cu does not declare its addresses (HETEROSCOPE_LOADS, HETEROSCOPE_STORES)");
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
  expect_refused("render --settings saved.png --out again.npy", "from a file that is not open");
}

TEST_F(OwnVariants, AFileOfAnotherWorkloadIsNamedWithItsOwn) {
  write_heat(plain_rows);
  for (const char* command : {"verify mandelbrot", "render mandelbrot --out a.png", "bench mandelbrot", "tune blur",
                              "profile laplace --code"})
    expect_refused(std::string(command) + " --variant mine.cpp", "mine.cpp is a variant of heat, not of ");
}

TEST_F(OwnVariants, WhatOneDoesWrongEndsItsWorkerAlone) {
  expect_fault("  *reinterpret_cast<volatile int*>(0) = 1;", "Segmentation fault");
  expect_fault("  std::abort();", "Aborted");
  expect_fault("  std::_Exit(7);", "exit code 7");
  expect_fault("  throw 1;", "mine.cpp: a value of type int was thrown, not a std::exception");
  expect_fault("  for (volatile bool on = true; on;) {}", "did not end within 3 s");
  expect_fault(std::string(plain_rows) + " if (step.rows.end == step.width) (&step.out(0, 0))[40 * 40 + 3] = 1;",
               "outside of the memory");
}

/// Where nothing can catch an exception, too: in a parallel region, and while the file is loaded; and where a signal is
/// the end.
TEST_F(OwnVariants, WhatEndsItsProcessIsToldWithItsLine) {
  if (find_program("addr2line").empty()) GTEST_SKIP() << "skipped: addr2line (binutils) is not installed";
  const auto expect_told = [&](const std::string& text, int line, const std::string& words) {
    SCOPED_TRACE(text);
    write_text(file("mine.cpp"), text);
    const Result result = run(render);
    EXPECT_EQ(result.code, 3) << result.error;
    EXPECT_EQ(result.error, "heteroscope: mine.cpp:" + std::to_string(line) + ": " + words + "\n");
  };
  expect_told(heat_file("  std::exit(0);"), heat_body_line, "exit(0) was called, which ends the process");
  expect_told(heat_file("#pragma omp parallel num_threads(2)\n  if (step.rows.begin == 0) throw 7;"),
              heat_body_line + 1,
              "an exception that nothing catches: a value of type int was thrown, not a std::exception");
  expect_told(heat_file("  step.out(0, 0) = 1;\n  volatile int* nowhere = nullptr; *nowhere = 1;"), heat_body_line + 1,
              "it was stopped by signal 11, Segmentation fault");
  expect_told(heat_file("#pragma omp parallel num_threads(2)\n  if (step.rows.begin == 0)\n    __builtin_trap();"),
              heat_body_line + 2, "it was stopped by signal 4, Illegal instruction");
  expect_told(heat_file("  volatile int zero = 0;\n  step.out(0, 0) = 1000 / zero;"), heat_body_line + 1,
              "it was stopped by signal 8, Floating point exception");
  expect_told(heat_file("  step.out(0, 0) = 1;\n  std::abort();"), heat_body_line + 1,
              "it was stopped by signal 6, Aborted");
  expect_told(heat_file(plain_rows) + "const int early = std::stoi(\"x\");\n", heat_body_line + 2,
              "an exception that nothing catches: stoi");
  expect_told(heat_file(plain_rows) + "volatile int zero = 0;\nvolatile int divided = 1000 / zero;\n",
              heat_body_line + 3, "it was stopped by signal 8, Floating point exception");
}

/// There is no room for a handler on a stack that is used up.
TEST_F(OwnVariants, AStackThatOverflowsIsToldWithItsLine) {
  if (find_program("addr2line").empty()) GTEST_SKIP() << "skipped: addr2line (binutils) is not installed";
  const std::string text =
      "int deep(volatile int* seen) { volatile int room[1024]; room[0] = *seen;"
      " return *seen < 0 ? 0 : deep(room) + room[0]; }\n" +
      heat_file("  volatile int zero = 0;\n  step.out(0, 0) = deep(&zero);");
  write_text(file("mine.cpp"), text);
  const Result result = run(render);
  EXPECT_EQ(result.code, 3) << result.error;
  EXPECT_EQ(result.error,
            "heteroscope: mine.cpp:1: the stack of its thread is used up, by calls in calls or by large arrays of a "
            "function: it was stopped by signal 11, Segmentation fault\n");
}

/// OpenMP's threads, those of the C++ library, and those whose stack a function has chosen.
TEST_F(OwnVariants, AThreadsStackThatOverflowsIsToldWithItsLine) {
  if (find_program("addr2line").empty()) GTEST_SKIP() << "skipped: addr2line (binutils) is not installed";
  const std::string deep =
      "#include <pthread.h>\n#include <thread>\n"
      "int deep(volatile int* seen) { volatile int room[1024]; room[0] = *seen;"
      " return *seen < 0 ? 0 : deep(room) + room[0]; }\n"
      "void* all(void* sum) { volatile int zero = 0; *static_cast<int*>(sum) = deep(&zero); return nullptr; }\n";
  for (const char* const body :
       {"  int sums[2] = {};\n#pragma omp parallel for num_threads(2) schedule(static)\n"
        "  for (int i = 0; i < 2; ++i) { if (i == 1) all(&sums[i]); }\n  step.out(0, 0) = sums[1];",
        "  int sum = 0; std::thread([&] { all(&sum); }).join(); step.out(0, 0) = sum;",
        "  int sum = 0; pthread_attr_t small; pthread_attr_init(&small); pthread_attr_setstacksize(&small, 1 << 20);"
        " pthread_t one; pthread_create(&one, &small, all, &sum); pthread_join(one, nullptr); step.out(0, 0) = sum;"}) {
    write_text(file("mine.cpp"), deep + heat_file(body));
    const Result result = run(render);
    EXPECT_EQ(result.code, 3) << result.error;
    EXPECT_TRUE(result.error.starts_with("heteroscope: mine.cpp:3: the stack of its thread is used up, "))
        << body << result.error;
  }
}

/// Threads end as they do elsewhere: also by pthread_exit(), and with an exception that nothing catches.
TEST_F(OwnVariants, ThreadsWithAStackForHandlersEndAsOthers) {
  const std::string includes = "#include <pthread.h>\n#include <stdexcept>\n#include <thread>\n";
  write_text(file("mine.cpp"),
             includes + "void* leave(void*) { pthread_exit(nullptr); }\n" +
                 heat_file(std::string("  pthread_t one; pthread_create(&one, nullptr, leave, nullptr);"
                                       " pthread_join(one, nullptr);\n") +
                           plain_rows));
  EXPECT_EQ(run(render).code, 0);
  std::filesystem::remove(file("mine.npy"));
  write_text(file("mine.cpp"),
             includes + heat_file("  std::thread([] { throw std::runtime_error(\"lost\"); }).join();"));
  const Result result = run(render);
  EXPECT_EQ(result.code, 3) << result.error;
  EXPECT_NE(result.error.find("an exception that nothing catches: lost"), std::string::npos) << result.error;
}

TEST_F(OwnVariants, WhatOnePrintsHasItsNameAndLeavesTheOutputClean) {
  write_heat(
      "static bool said = false; if (!said) { said = true;\n"
      "  std::printf(\"red \\033[31m\\n\"); std::fprintf(stderr, \"an error\\n\"); std::printf(\"half\"); }\n" +
      std::string(plain_rows));
  const Result measured = run("bench heat --set n=64 --steps 3 --variant mine.cpp --repeat 1 --json -");
  EXPECT_EQ(measured.code, 0) << measured.error;
  EXPECT_TRUE(json_of(measured.out).is_object()) << measured.out;
  for (const char* const line : {"red \\x1b[31m", "an error", "half"})
    EXPECT_NE(measured.error.find("mine.cpp prints: " + std::string(line) + "\n"), std::string::npos) << measured.error;
  write_heat("std::fputs(\"last words\\n\", stderr); std::abort();");
  const Result ended = run(render);
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(ended.error.starts_with("mine.cpp prints: last words\nheteroscope: mine.cpp:")) << ended.error;
  for (const char* const end : {"std::exit(0);", "throw 7;"}) {
    write_heat(std::string("std::printf(\"half a line\"); ") + end);
    const Result half = run(render);
    EXPECT_TRUE(half.error.starts_with("mine.cpp prints: half a line\nheteroscope: mine.cpp:")) << half.error;
  }
}

TEST_F(OwnVariants, OneThatPrintsWithoutEndIsCutShort) {
  write_heat(
      "static bool said = false; if (!said) { said = true;\n"
      "  for (int i = 0; i < 10000; ++i) std::fprintf(stderr, \"line %d\\n\", i); }\n" +
      std::string(plain_rows));
  const Result result = run(render);
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.error.find("mine.cpp prints: line 19\nmine.cpp prints: and 9,980 lines more\n"), std::string::npos)
      << result.error;
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

/// It notes each time that it is asked where a confined worker may write.
TEST_F(OwnVariants, OneThatHasHungIsNotAskedAgain) {
  const std::filesystem::path asked = "/dev/shm/heteroscope_asked_" + std::to_string(::getpid());
  write_heat("  std::ofstream(\"" + asked.string() + "\", std::ios::app) << 'x';\n" +
             "  for (volatile bool on = true; on;) {}");
  for (const char* const command :
       {"verify heat --variant mine.cpp --processor cpu", "bench heat --set n=64 --steps 3 --variant mine.cpp"}) {
    std::filesystem::remove(asked);
    const Result result = run(command, "export HETEROSCOPE_OWN_LIMIT=1;");
    EXPECT_NE((result.out + result.error).find("mine.cpp: it did not end within 1 s"), std::string::npos)
        << result.out << result.error;
    EXPECT_EQ(read_text(asked), "x") << command;
  }
  std::filesystem::remove(asked);
}

TEST_F(OwnVariants, WhatRepeatsAMismatchCanBePasted) {
  std::filesystem::create_directory(file("a class"));
  write_text(file("a class/my heat.cpp"), heat_file(""));
  for (const std::string& path : {std::string("a class/my heat.cpp"), file("a class/my heat.cpp").string()}) {
    const Result found = run("verify heat --variant '" + path + "' --processor cpu --json -");
    const auto command = json_of(found.out).at("first_mismatches").at(0).at("command").get<std::string>();
    constexpr std::string_view program = "heteroscope ";
    ASSERT_TRUE(command.starts_with(program)) << command;
    EXPECT_NE(command.find("--variant 'a class/my heat.cpp'"), command.npos) << command;
    EXPECT_EQ(run(command.substr(program.size())).code, 1) << command;
  }
}

TEST_F(OwnVariants, TimesOfAWrongResultAreMarked) {
  write_heat("step.out(0, step.rows.begin) = 1;");
  const Result report = run("bench heat --set n=64 --steps 3 --variant mine.cpp --repeat 1");
  EXPECT_NE(report.out.find(" differing |"), std::string::npos) << report.out;
  EXPECT_NE(report.out.find("mine.cpp: "), std::string::npos) << report.out;
}

TEST_F(OwnVariants, ANanInAResultIsNamed) {
  write_heat(std::string(plain_rows) + " step.out(1, step.rows.begin) = T(__builtin_nan(\"\"));");
  const Result result = run("verify heat --processor cpu --variant mine.cpp");
  EXPECT_EQ(result.code, 1) << result.error;
  EXPECT_NE((result.out + result.error).find("MISMATCH mine.cpp: "), std::string::npos) << result.out << result.error;
  EXPECT_NE((result.out + result.error).find("first at x 1, y 0: nan instead of "), std::string::npos)
      << result.out << result.error;
}

/// Workers that compute with the others' files are not told of a file that cannot compute here.
TEST_F(OwnVariants, AFileForAGpuKeepsOthersFromNothing) {
  std::filesystem::create_directory(file("class"));
  write_text(file("class/anna.cpp"), heat_file(plain_rows));
  expect_success("new heat class/dora.cu");
  const Result result = run("bench heat --set n=64 --steps 3 --variants class --repeat 1 --csv -");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("anna.cpp"), std::string::npos) << result.out;
}

TEST_F(OwnVariants, AChildThatIsForkedHasNoPartInTheConversation) {
  write_heat(std::string("static int calls = 0; if (++calls == 2) static_cast<void>(fork());\n") + plain_rows);
  expect_success(render);
}

TEST_F(OwnVariants, WhatIsNeverDefinedIsACompilersError) {
  write_text(file("mine.cpp"), "void missing(int);\n" + heat_file("missing(step.rows.begin);"));
  const Result result = run("list heat --variant mine.cpp");
  EXPECT_NE(result.code, 0);
  EXPECT_NE(result.error.find("undefined reference to `missing(int)'"), std::string::npos) << result.error;
}

/// A suite that has its workload's name has no variants from files.
TEST_F(OwnVariants, AreMeasuredWhereASuiteHasTheWorkloadsName) {
  expect_success("new triangle mine.cpp");
  const Result measured = expect_success("bench triangle --set n=65 --variant mine.cpp --repeat 1 --csv -");
  EXPECT_NE(measured.out.find("mine.cpp"), std::string::npos) << measured.out;
}

TEST_F(OwnVariants, BuiltInOnesRunInAWorkerOnRequest) {
  expect_success("render mandelbrot --size 31x17 --out here.npy");
  expect_success("render mandelbrot --size 31x17 --isolate yes --out there.npy");
  EXPECT_EQ(read_text(file("here.npy")), read_text(file("there.npy")));
  EXPECT_EQ(run("worker </dev/null").code, 0);  // it ends with its input
}

}  // namespace
}  // namespace heteroscope::testing
