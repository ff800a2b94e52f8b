// A command's standard input and output, carried over a link of a chosen rate, delay and loss:
//   heteroscope_shaped_link [--mbit N] [--ms N] [--loss PERCENT] [--mtu BYTES] [--seed N] -- COMMAND...
// TCP is the system's: each end is a network namespace with a TUN device, and this process carries the packets between
// the two devices as Linux's queue `netem` does with `delay`, `rate`, `loss` and its limit of 1,000 packets, in each
// direction. Nothing outside sees these networks, and they go with the process. Where it is killed, the other end
// hears nothing more, as when a cable is drawn.
// Exit code: the command's; 2 for words that are none of these; 77, with the reason, where the system gives no
// namespace or no device (that needs root).
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/number_text.hpp"
#include "core/io/descriptor.hpp"

namespace heteroscope {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr int exit_bad_input = 2;
constexpr int exit_skipped = 77;
constexpr int exit_not_found = 127;
constexpr std::uint16_t port = 1;
constexpr const char* address_here = "10.0.0.1";
constexpr const char* address_there = "10.0.0.2";

struct Shape {
  double mbit = 1000;
  double delay_ms = 0;  ///< of each direction
  double loss = 0;      ///< of a packet, 0 to 1
  int mtu = 1500;
  unsigned seed = 1;
};

/// Throws where the system has refused something.
int allowed(int result, const char* what) {
  if (result < 0) throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(errno)));
  return result;
}

sockaddr_in address_of(const char* text) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(port);
  inet_pton(AF_INET, text, &out.sin_addr);
  return out;
}

/// Goes into a new network, and returns the packets' side of its one device.
Descriptor open_network(const char* address, int mtu) {
  allowed(unshare(CLONE_NEWNET), "a network namespace");
  Descriptor tun(allowed(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "/dev/net/tun"));
  ifreq request{};
  std::strcpy(request.ifr_name, "shaped");
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  allowed(ioctl(tun.get(), TUNSETIFF, &request), "a TUN device");
  const Descriptor any(allowed(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "a socket"));
  const auto set = [&](unsigned long what, const char* name) { allowed(ioctl(any.get(), what, &request), name); };
  const auto put_address = [&](const char* text) {
    const sockaddr_in wanted = address_of(text);
    std::memcpy(&request.ifr_addr, &wanted, sizeof wanted);
  };
  put_address(address);
  set(SIOCSIFADDR, "its address");
  put_address("255.255.255.0");
  set(SIOCSIFNETMASK, "its network");
  request.ifr_mtu = mtu;
  set(SIOCSIFMTU, "its MTU");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  set(SIOCSIFFLAGS, "its start");
  return tun;
}

/// One direction of the link.
class Line {
 public:
  Line(int from, int to, const Shape& shape, unsigned seed) : from_(from), to_(to), shape_(shape), dice_(seed) {}

  /// Carries packets for as long as the process lives.
  [[noreturn]] void carry() {
    for (;;) {
      for (const auto now = Clock::now(); !under_way_.empty() && under_way_.front().arrives <= now;) {
        const std::vector<char>& bytes = under_way_.front().bytes;
        (void)!write(to_, bytes.data(), bytes.size());  // a device that is full loses it
        under_way_.pop_front();
      }
      wait();
      while (take()) {
      }
    }
  }

 private:
  struct Packet {
    Clock::time_point arrives;
    std::vector<char> bytes;
  };

  void wait() const {
    pollfd waiting{.fd = from_, .events = POLLIN, .revents = 0};
    if (under_way_.empty()) {
      ppoll(&waiting, 1, nullptr, nullptr);
      return;
    }
    const auto left = std::max(nanoseconds(under_way_.front().arrives - Clock::now()), nanoseconds(0));
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec longest{.tv_sec = whole.count(), .tv_nsec = (left - whole).count()};
    ppoll(&waiting, 1, &longest, nullptr);
  }

  bool take() {
    constexpr std::size_t most_under_way = 1000;
    const ssize_t got = read(from_, read_.data(), read_.size());
    if (got <= 0) return false;
    const bool lost = std::bernoulli_distribution(shape_.loss)(dice_);
    if (lost || under_way_.size() == most_under_way) return true;
    const double bits = 8 * static_cast<double>(got);
    free_ = std::max(free_, Clock::now()) + nanoseconds(static_cast<std::int64_t>(bits * 1e3 / shape_.mbit));
    under_way_.push_back({.arrives = free_ + nanoseconds(static_cast<std::int64_t>(shape_.delay_ms * 1e6)),
                          .bytes = {read_.begin(), read_.begin() + got}});
    return true;
  }

  int from_, to_;
  Shape shape_;
  std::mt19937 dice_;
  std::array<char, 65536> read_{};
  std::deque<Packet> under_way_;
  Clock::time_point free_;  ///< from when on the next packet can be sent
};

/// The command's process and the stream to it.
struct FarEnd {
  Descriptor stream;
  pid_t process = -1;
};

/// Starts the command with one end of the connection as its standard input and output.
FarEnd start_command(char** command, Descriptor listening, const sockaddr_in& here) {
  Descriptor there(allowed(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "a socket"));
  allowed(connect(there.get(), reinterpret_cast<const sockaddr*>(&here), sizeof here), "a connection");
  FarEnd out{.stream = Descriptor(allowed(accept4(listening.get(), nullptr, nullptr, SOCK_CLOEXEC), "a connection"))};
  const int at_once = 1;  // small messages do not wait for larger ones
  for (const int each : {there.get(), out.stream.get()})
    allowed(setsockopt(each, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once), "TCP_NODELAY");
  out.process = allowed(fork(), "a process");
  if (out.process == 0) {
    dup2(there.get(), STDIN_FILENO);
    dup2(there.get(), STDOUT_FILENO);
    execvp(command[0], command);
    std::fprintf(stderr, "%s: %s\n", command[0], std::strerror(errno));
    _exit(exit_not_found);
  }
  return out;
}

void copy_until_end(int from, int to) {
  std::array<char, 65536> bytes{};
  for (ssize_t got = 0; (got = read(from, bytes.data(), bytes.size())) > 0;) {
    for (ssize_t done = 0; done < got;) {
      const ssize_t written = write(to, bytes.data() + done, static_cast<std::size_t>(got - done));
      if (written < 0) return;
      done += written;
    }
  }
}

int run(const Shape& shape, char** command) {
  std::signal(SIGPIPE, SIG_IGN);
  const sockaddr_in here = address_of(address_here);
  const Descriptor tun_here = open_network(address_here, shape.mtu);
  Descriptor listening(allowed(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "a socket"));
  allowed(bind(listening.get(), reinterpret_cast<const sockaddr*>(&here), sizeof here), "an address");
  allowed(listen(listening.get(), 1), "listening");
  const Descriptor tun_there = open_network(address_there, shape.mtu);
  std::thread([&] { Line(tun_here.get(), tun_there.get(), shape, 2 * shape.seed).carry(); }).detach();
  std::thread([&] { Line(tun_there.get(), tun_here.get(), shape, 2 * shape.seed + 1).carry(); }).detach();
  const FarEnd far = start_command(command, std::move(listening), here);
  std::thread([&] {
    copy_until_end(STDIN_FILENO, far.stream.get());
    shutdown(far.stream.get(), SHUT_WR);
  }).detach();
  copy_until_end(far.stream.get(), STDOUT_FILENO);
  close(STDOUT_FILENO);
  int status = 0;
  waitpid(far.process, &status, 0);
  std::_Exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

/// Returns the option's number, which is `least` to `most`.
double number_of(std::string_view option, std::string_view word, double least, double most) {
  const std::optional<double> out = number_from<double>(word);
  if (!out || !(*out >= least && *out <= most))
    throw std::invalid_argument(fmt::format("{} {}: a number from {} to {} is right", option, word, least, most));
  return *out;
}

/// Returns the shape that the options ahead of "--" name, and sets `at` to the first word behind that.
Shape shape_of(std::span<char* const> words, std::size_t& at) {
  Shape out;
  for (at = 0; at + 1 < words.size() && std::string_view(words[at]) != "--"; at += 2) {
    const std::string_view option = words[at];
    const std::string_view word = words[at + 1];
    if (option == "--mbit") {
      out.mbit = number_of(option, word, 1e-3, 1e6);
    } else if (option == "--ms") {
      out.delay_ms = number_of(option, word, 0, 1e6);
    } else if (option == "--loss") {
      out.loss = number_of(option, word, 0, 100) / 100;
    } else if (option == "--mtu") {
      out.mtu = static_cast<int>(number_of(option, word, 576, 65000));
    } else if (option == "--seed") {
      out.seed = static_cast<unsigned>(number_of(option, word, 0, 2e9));
    } else {
      throw std::invalid_argument(
          fmt::format("{}: there is no such option; there are --mbit, --ms, --loss, --mtu and --seed", option));
    }
  }
  if (++at >= words.size()) throw std::invalid_argument("which command? It stands behind --");
  return out;
}

}  // namespace
}  // namespace heteroscope

int main(int argc, char** argv) {
  using namespace heteroscope;
  try {
    std::size_t command = 0;
    const std::span words(argv + 1, static_cast<std::size_t>(argc - 1));
    const Shape shape = shape_of(words, command);
    return run(shape, &words[command]);
  } catch (const std::invalid_argument& wrong) {
    fmt::print(stderr, "heteroscope_shaped_link: {}\n", wrong.what());
    return exit_bad_input;
  } catch (const std::exception& refused) {
    fmt::print(stderr, "heteroscope_shaped_link: {}\n", refused.what());
    return exit_skipped;
  }
}
