#include "core/device/limits/driver_answer.hpp"

#include <gtest/gtest.h>

namespace heteroscope::device {
namespace {

TEST(DriverAnswer, AGpuThatIsThereIsNotRefused) {
  EXPECT_EQ(refusal_of_driver({.driver = 13000, .runtime = 13000, .status = 0, .words = "no error", .count = 1}), "");
}

TEST(DriverAnswer, WithoutALibraryThereIsNoDriver) {
  EXPECT_EQ(refusal_of_driver({.driver = 0, .runtime = 13000}), "no NVIDIA driver is installed");
}

TEST(DriverAnswer, AnOldDriverIsToldWithBothNumbersAndTheOneThatIsNeeded) {
  const auto said = [](int driver, int runtime) {
    return refusal_of_driver({.driver = driver, .runtime = runtime, .status = error_insufficient_driver, .words = "x"});
  };
  EXPECT_EQ(said(12020, 13000),
            "the driver supports CUDA 12.2, this program needs 13.0, for which NVIDIA's "
            "driver must be 580 or newer");
  EXPECT_EQ(said(11080, 12040),
            "the driver supports CUDA 11.8, this program needs 12.4, for which NVIDIA's "
            "driver must be 525 or newer");
  EXPECT_EQ(said(13000, 14010), "the driver supports CUDA 13.0, this program needs 14.1");
}

TEST(DriverAnswer, EachErrorThatCanBeMendedSaysHow) {
  const auto said = [](int status) {
    return refusal_of_driver({.driver = 13000, .runtime = 13000, .status = status, .words = "CUDA's words"});
  };
  EXPECT_NE(said(error_no_device).find("CUDA_VISIBLE_DEVICES"), std::string::npos);
  EXPECT_NE(said(error_system_not_ready).find("nvidia-fabricmanager"), std::string::npos);
  EXPECT_NE(said(error_driver_mismatch).find("restart"), std::string::npos);
  EXPECT_NE(said(error_unknown).find("nvidia_uvm"), std::string::npos);
  EXPECT_EQ(said(3), "CUDA says: CUDA's words");
  EXPECT_EQ(said(0), "the driver finds no GPU");
}

}  // namespace
}  // namespace heteroscope::device
