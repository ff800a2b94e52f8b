#include "core/device/limits/driver_answer.hpp"

#include <gtest/gtest.h>

namespace heteroscope::device {
namespace {

TEST(DriverAnswer, AGpuThatIsThereIsNotRefused) {
  EXPECT_EQ(refusal_of_driver({.driver = 13000, .runtime = 13000, .status = 0, .words = "no error", .count = 1}), "");
}

TEST(DriverAnswer, WithoutALibraryThereIsNoDriver) {
  EXPECT_EQ(refusal_of_driver({.driver = 0, .runtime = 13000}), "no CUDA device: no NVIDIA driver is installed");
}

TEST(DriverAnswer, AnOldDriverIsToldWithBothNumbersAndTheOneThatIsNeeded) {
  const auto said = [](int driver, int runtime) {
    return refusal_of_driver({.driver = driver, .runtime = runtime, .status = error_insufficient_driver, .words = "x"});
  };
  EXPECT_EQ(said(12020, 13000),
            "no CUDA device: the driver serves CUDA 12.2, this program needs 13.0, which NVIDIA's driver 580 and newer "
            "serve");
  EXPECT_EQ(said(11080, 12040),
            "no CUDA device: the driver serves CUDA 11.8, this program needs 12.4, which NVIDIA's driver 525 and newer "
            "serve");
  EXPECT_EQ(said(13000, 14010), "no CUDA device: the driver serves CUDA 13.0, this program needs 14.1");
}

TEST(DriverAnswer, EachErrorThatCanBeMendedSaysHow) {
  const auto said = [](int status) {
    return refusal_of_driver({.driver = 13000, .runtime = 13000, .status = status, .words = "CUDA's words"});
  };
  EXPECT_NE(said(error_no_device).find("CUDA_VISIBLE_DEVICES"), std::string::npos);
  EXPECT_NE(said(error_system_not_ready).find("nvidia-fabricmanager"), std::string::npos);
  EXPECT_NE(said(error_driver_mismatch).find("restart"), std::string::npos);
  EXPECT_NE(said(error_unknown).find("nvidia_uvm"), std::string::npos);
  EXPECT_EQ(said(3), "no CUDA device: CUDA's words");
  EXPECT_EQ(said(0), "no CUDA device: the driver names none");
}

}  // namespace
}  // namespace heteroscope::device
