#include "app/console/console.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

std::atomic<bool> silent{false};

[[noreturn]] void refuse_output() {
  throw BadInput(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

}  // namespace

void fill_standard_streams() {
  // The lowest number that is free is what open() gives.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) != stream) return;
  }
}

void be_silent() {
  silent = true;
}

bool is_silent() {
  return silent;
}

void print_out(std::string_view text) {
  if (silent) return;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse_output();
}

void flush_out() {
  if (std::fflush(stdout) != 0) refuse_output();
}

void print_error(std::string_view kind, std::string_view text) noexcept {
  if (silent) return;
  try {
    const std::string line = one_line(fmt::format("{}: {}", kind, text)) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
  } catch (const std::bad_alloc&) {
    std::fputs("heteroscope: out of memory\n", stderr);
  }
}

}  // namespace heteroscope
