#include "core/device/device.hpp"
#include "tests/command/program.hpp"

namespace heteroscope::testing {
namespace {

using ProfileCommand = Program;

constexpr const char* counted =
    "\"ID\",\"Kernel Name\",\"dram__bytes_read.sum\",\"dram__bytes_write.sum\"\n"
    "\"\",\"\",\"byte\",\"byte\"\n"
    "\"0\",\"void heteroscope::transpose::<unnamed>::elements<float, 0>(int)\",\"4,000\",\"2000\"\n"
    "\"1\",\"void heteroscope::device::colorize(int)\",\"1\",\"1\"\n";

TEST_F(ProfileCommand, ReadsWhatNsightComputeWrote) {
  write_text(file("c.csv"), counted);
  const Result result = expect_success("profile transpose --from c.csv");
  EXPECT_NE(result.out.find("transpose::elements<float, 0>, 1 launch |"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("| memory    |"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("6.000 kB |"), std::string::npos) << result.out;
  expect_success("profile transpose --from c.csv --csv out.csv");
  // the model is of 1280 × 720 doubles, once read and once written
  EXPECT_EQ(read_text(file("out.csv")),
            "of,dram_bytes,dram_bytes_modeled,dram_read_bytes,dram_written_bytes\n"
            "\"transpose::elements<float, 0>, 1 launch\",6000,14745600,4000,2000\n");
}

TEST_F(ProfileCommand, LaysTheVariantsAddressesBesideWhatNsightComputeWrote) {
  const std::string loads = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
  write_text(file("c.csv"), "\"ID\",\"Kernel Name\",\"" + loads +
                                "\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\"\n"
                                "\"0\",\"heteroscope::transpose::elements(int)\",\"1000\",\"4000\"\n");
  const Result result = expect_success(
      "profile transpose --variant cuda_global --block 32x8 --precision fp32 --size 256x256 --source noise:1 --from "
      "c.csv");
  EXPECT_NE(result.out.find("| sectors per load |"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("4.00 |  4.00 |            1.00 |"), std::string::npos) << result.out;
}

TEST_F(ProfileCommand, PrintsTheCommandForNsightCompute) {
  const Result result = expect_success("profile histogram --set bins=16 --ncu");
  EXPECT_EQ(result.out.find("ncu --clock-control none --csv "), 0U) << result.out;
  EXPECT_NE(result.out.find("dram__bytes_read.sum,"), std::string::npos);
  EXPECT_NE(result.out.find("heteroscope render histogram --set bins=16"), std::string::npos) << result.out;
}

TEST_F(ProfileCommand, WorksOutTheModelWithoutAGpu) {
  const Result shared = expect_success(
      "profile transpose --variant cuda_shared --block 32x32 --precision fp32 --size 256x256 --source noise:1 --model "
      "--csv model.csv");
  EXPECT_NE(shared.out.find("nothing was run on a GPU"), std::string::npos) << shared.out;
  const std::string csv = read_text(file("model.csv"));
  // 64 tiles of 32 warps each load once; rows of a tile are read along, its columns lie in one bank
  EXPECT_NE(csv.find("tiles,,,,,,global load,input,2048,,4,100"), std::string::npos) << csv;
  EXPECT_NE(csv.find("tiles,,,,,,shared load,tile,2048,32,"), std::string::npos) << csv;
  const Result padded = expect_success(
      "profile transpose --variant cuda_shared_padded --block 32x32 --precision fp32 --size 256x256 --source noise:1 "
      "--model --like 8.6 --csv -");
  EXPECT_NE(padded.out.find("tiles,,,,,,shared load,tile,2048,1,"), std::string::npos) << padded.out;
  // 1024 threads: one block of the 1536 threads that 8.6 holds
  EXPECT_NE(padded.out.find("tiles,8.6,1,66.6"), std::string::npos) << padded.out;
  EXPECT_EQ(padded.out.find("tiles,9.0,"), std::string::npos) << padded.out;
  // 65536 registers for 1024 threads
  EXPECT_NE(padded.out.find(",threads,64,"), std::string::npos) << padded.out;
}

TEST_F(ProfileCommand, RefusesWhatTheModelIsNot) {
  expect_refused("profile transpose --model --like 4.2", "no compute capability '4.2'");
  expect_refused("profile transpose --like 8.6", "--like is for --model; add --model");
  expect_refused("profile transpose --model --ncu", "--model counts nothing");
  expect_refused("profile transpose --variant cublas_geam --model", "come from a library");
  expect_refused("profile mandelbrot --model", "not modeled");
}

TEST_F(ProfileCommand, BadInput) {
  write_text(file("c.csv"), counted);
  write_text(file("other.csv"), "a,b\n1,2\n");
  expect_refused("profile", "which workload?");
  expect_refused("profile blur --from c.csv", "it has no kernel of blur, but ");
  expect_refused("profile transpose --from other.csv", ": not a table of ncu --csv: it has no column \"Kernel Name\"");
  expect_refused("profile transpose --from missing.csv", "cannot read missing.csv");
  expect_refused("profile transpose --from c.csv --csv c.csv", "c.csv");
  expect_refused("profile transpose --from c.csv --ncu", "--ncu only prints a command");
  expect_refused("profile transpose --processor cpu", "profile: counters need one GPU alone; choose --processor gpu");
  expect_refused("profile transpose --processor split --ncu",
                 "profile: counters need one GPU alone; choose --processor gpu");
  write_text(file("few.csv"), "\"ID\",\"Kernel Name\",\"foo.sum\"\n\"0\",\"heteroscope::blur::a(int)\",\"1\"\n");
  expect_refused("profile blur --from few.csv", "no counters of blur that are needed");
  expect_refused("profile transpose --variant simd", "");
  if (!device::facts().available) expect_refused("profile transpose", device::facts().why_not);
}

}  // namespace
}  // namespace heteroscope::testing
