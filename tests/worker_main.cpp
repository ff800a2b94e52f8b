#include <gtest/gtest.h>
#include <unistd.h>

#include "core/own/compile/nvrtc_process.hpp"
#include "core/serving/serve.hpp"
#include "core/worker/worker_process.hpp"
#include "kernels/registry.hpp"

/// The tests' program serves as the worker of executors that it has itself, and compiles kernels, as the program does.
int main(int argc, char** argv) {
  if (argc > 1 && argv[1] == heteroscope::worker_command) {
    const heteroscope::MessageChannel channel(STDIN_FILENO, STDOUT_FILENO);
    if (argc > 2 && argv[2] == heteroscope::compiler_option) heteroscope::serve_nvrtc(channel);
    heteroscope::serve(channel, heteroscope::catalog(), heteroscope::own_variants());
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
