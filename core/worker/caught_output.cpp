#include "core/worker/caught_output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

CaughtOutput::CaughtOutput() : pipe_(open_pipe("a worker's output")), wake_(eventfd(0, EFD_CLOEXEC)) {
  // the other end, which the process has, waits as before
  if (!wake_.is_open() || fcntl(pipe_.reads.get(), F_SETFL, O_NONBLOCK) != 0)
    throw BadInput("a worker's output cannot be read: " + reason_of(errno));
  const Failure refused = attempt([&] { reader_ = std::jthread([this] { run(); }); });
  if (refused) throw BadInput(refused.line);
}

CaughtOutput::~CaughtOutput() {
  eventfd_write(wake_.get(), 1);
}

PrintedLines CaughtOutput::take() {
  const std::lock_guard lock(mutex_);
  read_some();
  return lines_.take();
}

/// Ends with the output, or with the object: what a worker has started may hold the pipe for longer.
void CaughtOutput::run() {
  for (;;) {
    std::array<pollfd, 2> waits{pollfd{.fd = pipe_.reads.get(), .events = POLLIN, .revents = 0},
                                pollfd{.fd = wake_.get(), .events = POLLIN, .revents = 0}};
    poll(waits.data(), waits.size(), -1);
    if (waits[1].revents != 0) return;
    const std::lock_guard lock(mutex_);
    if (waits[0].revents != 0 && !read_some()) return;
  }
}

/// Reads what lies there, as much as a pipe may hold: more may come as fast as it is read. Returns false at its end.
bool CaughtOutput::read_some() {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::array<char, 65536> bytes{};
  for (std::size_t got = 0; got < most_bytes;) {
    const ssize_t count = read(pipe_.reads.get(), bytes.data(), bytes.size());
    if (count == 0) return false;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN;
    lines_.add({bytes.data(), static_cast<std::size_t>(count)});
    got += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace heteroscope
