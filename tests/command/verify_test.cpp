#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <fstream>

#include "stopped_program.hpp"
#include "tests/json.hpp"

/// The verify command with random cases, and `render --verify`.
namespace heteroscope {
namespace {

using nlohmann::json;

class VerifyCommand : public testing::Program {};

double cpu_seconds_of(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Nobody may have waited for it: then it is there, without a program.
bool runs(pid_t process) {
  return !testing::read_text(fmt::format("/proc/{}/cmdline", process)).empty();
}

/// A difference that compilers may make is no mismatch.
TEST_F(VerifyCommand, RefusesToCompareWhatNeedNotAgree) {
  for (const char* of : {"mandelbrot --set arithmetic=as_compiled", "binarize --set source.arithmetic=as_compiled"})
    expect_refused(fmt::format("render {} --size 128x128 --verify", of), "with arithmetic=as_compiled each compiler");
  expect_success("render mandelbrot --set arithmetic=separate --size 128x128 --verify");
}

TEST_F(VerifyCommand, ComparesTheSameRandomCasesForASeed) {
  const auto first = expect_success("verify --for 3s --seed 5 --processor cpu --json -");
  const json report = json_of(first.out);
  EXPECT_EQ(report["title"], "seed 5");
  EXPECT_GT(report["passed"].get<int>(), 0);
  EXPECT_EQ(report["failed"], 0);
  EXPECT_TRUE(report["first_mismatches"].empty());
}

TEST_F(VerifyCommand, RandomCasesKeepToWhatIsAskedFor) {
  const json report = json_of(
      expect_success("verify binarize --variant mean=simd --precision fp32 --for 1s --seed 2 --processor cpu --json -")
          .out);
  ASSERT_FALSE(report["groups"].empty());
  for (const json& group : report["groups"]) {
    EXPECT_EQ(group["workload"], "binarize");
    EXPECT_EQ(group["processor"], "cpu");
    EXPECT_TRUE(group["variant"].get<std::string>().starts_with("simd / "));
  }
}

TEST_F(VerifyCommand, TakesASizeWhateverTheReferenceTakes) {
  // 1000 iterations of 193x109 pixels: more than is compared where no size was asked for
  const json report = json_of(
      expect_success("verify mandelbrot --variant simd --precision fp32 --size 193x109 --processor cpu --json -").out);
  EXPECT_GT(report["passed"].get<int>(), 0);
  EXPECT_EQ(report["skipped"], 0);
}

TEST_F(VerifyCommand, SeveralProcessesCompareTheSameCases) {
  const auto groups = [&](const std::string& jobs) {
    return json_of(expect_success("verify transpose --processor cpu --json - --jobs " + jobs).out)["groups"];
  };
  const json one = groups("1");
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(groups("3"), one);
}

/// Each of the processes that compare has its part of the limit, and leaves out what does not fit into it.
TEST_F(VerifyCommand, ItsProcessesShareTheMemoryLimit) {
  const auto report = [&](const std::string& jobs) {
    return json_of(expect_success("verify transpose --variant omp_blocked --precision fp32 --size 1024x1024 "
                                  "--processor cpu --memory-limit 40M --json - --jobs " +
                                  jobs)
                       .out);
  };
  const json alone = report("1");
  EXPECT_GT(alone["passed"].get<int>(), 0);
  EXPECT_EQ(alone["skipped"], 0);
  const json shared = report("4");
  EXPECT_EQ(shared["passed"], 0);
  EXPECT_EQ(shared["skipped"], alone["passed"]);
  for (const json& each : shared["skip_reasons"]) {
    EXPECT_TRUE(each["reason"].get<std::string>().starts_with("memory: ")) << each;
    EXPECT_NE(each["reason"].get<std::string>().find("of at most 10.5 MB"), std::string::npos) << each;
  }
}

TEST_F(VerifyCommand, CountsWhatItLeavesOutForTime) {
  const auto result = expect_success("verify laplace --variant sequential --precision fp32 --processor cpu");
  EXPECT_NE(result.out.find("the reference would take more than about a second; --size WxH compares anyway"),
            std::string::npos)
      << result.out;
}

TEST_F(VerifyCommand, RenderComparesOneFrame) {
  const auto result = expect_success(
      "render blur --set radius=21 --source noise:1 --size 64x48 --processor cpu --variant separable_simd --verify "
      "--route moved,band:3");
  EXPECT_NE(result.out.find("no mismatch: blur of noise:1 64x48"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("moved,band:3"), std::string::npos) << result.out;
}

TEST_F(VerifyCommand, StrokesOfTheCommandLineAreThoseOfASettingsFile) {
  expect_success(
      "render heat --set n=33 --steps 4 --stroke 0:0.5:0.5:0.2:1 --stroke 2:0:1:0.1:-2 --processor cpu "
      "--out a.png");
  expect_success("render --settings a.png --processor cpu --out a.npy");
  expect_success(
      "render heat --set n=33 --steps 4 --stroke 0:0.5:0.5:0.2:1 --stroke 2:0:1:0.1:-2 --processor cpu "
      "--out b.npy");
  expect_success("diff a.npy b.npy");
  expect_success("render heat --set n=33 --steps 4 --processor cpu --out plain.npy");
  EXPECT_EQ(run("diff a.npy plain.npy").code, 1);
}

// The trials are made for this card: what others lack in memory or multiprocessors they cannot launch.
TEST_F(VerifyCommand, ComparesEveryKernelOnAnH200) {
  const json gpu_json = json_of(expect_success("list --json").out).at("devices").at(1);
  const std::string gpu = gpu_json.value("available", false) ? gpu_json.at("name").get<std::string>() : "";
  if (gpu.find("H200") == gpu.npos) GTEST_SKIP() << "skipped: no NVIDIA H200 here";
  const json report = json_of(expect_success("verify --processor gpu --json -").out);
  EXPECT_EQ(report["failed"], 0);
  ASSERT_FALSE(report["kernels"].empty());
  for (const json& each : report["kernels"]) EXPECT_TRUE(each["missing"].empty()) << each;
}

/// The process that compares is held in the middle of a case: it would neither read nor write.
TEST_F(VerifyCommand, ItsProcessEndsWithIt) {
  const std::string line = "cd '" + folder() + "'; exec '" + program() +
                           "' verify mandelbrot --variant sequential --processor cpu --size 4000x4000 >out 2>error";
  const pid_t parent = fork();
  if (parent == 0) {
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  const std::string path = fmt::format("/proc/{0}/task/{0}/children", parent);
  pid_t child = 0;
  const auto eventually = [](const auto& done) {
    for (int i = 0; i < 6000 && !done(); ++i) ::usleep(10'000);
    return done();
  };
  EXPECT_TRUE(eventually([&] {
    std::ifstream(path) >> child;
    // it has said that it is ready, before its first case
    return child > 0 &&
           testing::read_text(fmt::format("/proc/{}/cmdline", child)).find("--answer-cases") != std::string::npos &&
           cpu_seconds_of(child) > 0.5;
  }));
  EXPECT_EQ(kill(child, SIGSTOP), 0);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_TRUE(eventually([&] { return !runs(child); })) << "it outlives its parent";
  kill(child, SIGKILL);
}

class StoppedVerify : public testing::StoppedProgram {};

/// A signal that comes when there are cases behind it, of as many as there is time for. Where the program has not yet
/// begun to heed signals the signal ends it, and the next attempt waits longer.
TEST_F(StoppedVerify, RandomCasesSayThatTheyWereStopped) {
  int status = 0;
  double after_s = 0.1;
  do {
    status = stopped_by(SIGINT, "verify transpose --for 1000h --seed 5 --processor cpu",
                        [&] { return cpu_seconds() > after_s; });
    after_s *= 4;
  } while (!WIFEXITED(status) && after_s < 10);
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string out = testing::read_text(file("out"));
  EXPECT_NE(out.find("seed 5: "), std::string::npos) << out;
}

TEST_F(VerifyCommand, RefusesWhatItCannotDo) {
  expect_refused("verify --for soon", "--for 'soon'");
  expect_refused("verify --for 0", "--for '0'");
  expect_refused("verify --for -5s", "--for '-5s'");
  expect_refused("verify --seed 3", "--seed is for random cases, for example --for 60s --seed 7");
  expect_refused("verify --for 1s --seed x", "--seed");
  expect_refused("verify --for 1s --size 8x8", "--size: with --for, sizes are drawn at random");
  expect_refused("verify triangle --size 8x9",
                 "no case of triangle: the size of triangle is its parameter n, of which");
  expect_refused("verify --case-limit no", "--case-limit");
  expect_refused("verify --jobs 0", "--jobs");
  expect_refused("verify --jobs many", "--jobs");
  expect_refused("render mandelbrot --route moved --out a.png", "--route belongs to --verify");
  expect_refused("render mandelbrot --verify --out a.png",
                 "--verify only compares: leave out --out, --trace, --values, --tile, --costs, --checkpoint "
                 "and --resume");
  expect_refused("render mandelbrot --verify --trace t.json",
                 "--verify only compares: leave out --out, --trace, --values, --tile, --costs, --checkpoint "
                 "and --resume");
  expect_refused("render mandelbrot --verify --route sideways", "route: \"sideways\" is unknown");
  expect_refused("render mandelbrot --stroke 0:0.5:0.5:0.2:1 --out a.npy", "cannot be painted on");
  expect_refused("render heat --stroke 0:0.5:0.5 --out a.npy",
                 "is not STEP:X:Y:RADIUS:AMOUNT, for example 0:0.5:0.5:0.1:1");
  expect_refused("render heat --stroke 0:0.5:2:0.1:1 --out a.npy", "--stroke '0:0.5:2:0.1:1'");
  expect_refused("render heat --stroke 0:0.5:0.5:0:1 --out a.npy", "radius: 0 is not between 0 and 1");
}

}  // namespace
}  // namespace heteroscope
