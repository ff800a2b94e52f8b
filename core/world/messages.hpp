#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

namespace heteroscope {

/// The subject of a message.
enum class About : std::int32_t {
  // before the work
  ready,    ///< to rank 0: the text is the work
  failed,   ///< to rank 0, or to all who share bands, at any time: the number is a Failure::Kind, the text its line
  agreed,   ///< from rank 0: the text is its work
  refused,  ///< from rank 0: it ends without
  told,     ///< from rank 0: the text is what it has found out
  // pieces: the number is a piece's
  ask,      ///< to rank 0: for one to compute when what it has is done
  idle,     ///< to rank 0: it waits for what it has asked for
  compute,  ///< from rank 0
  made,     ///< to rank 0: it is there, and what it took
  give,     ///< from rank 0: is to be sent
  piece,    ///< to rank 0: its bytes
  alive,    ///< to rank 0, now and then
  stopped,  ///< to rank 0: somebody asked this one for the end
  end,      ///< from rank 0: there is nothing more to compute
  // bands of a state (core/world/communicator.hpp)
  share,  ///< from one rank to another: what it has computed or says
  // after it
  bye,  ///< from rank 0
};

/// How often a rank says that it is there, and after how long a silence it is given up: mpirun ends all where one has
/// died, unless it is told not to, or a machine has gone.
inline constexpr std::chrono::seconds between_signs{2}, longest_silence{60};

/// The start of every message between ranks of one program.
struct Head {
  About about = About::ready;
  std::int32_t unit_bytes = 0;  ///< made: of the text, which names the unit of work; then a note
  std::int64_t number = 0;
  std::uint64_t bytes = 0;  ///< made: that the piece has
  double compute_ms = 0;    ///< made
  double operations = 0;    ///< made
  double computing_s = 0;   ///< made: that the thread which computes was kept
  double encoding_s = 0;    ///< made: and the one that encodes
};

inline std::vector<std::byte> message_of(const Head& head, std::span<const std::byte> rest = {}) {
  std::vector<std::byte> out(sizeof head + rest.size());
  std::memcpy(out.data(), &head, sizeof head);
  if (!rest.empty()) std::memcpy(out.data() + sizeof head, rest.data(), rest.size());
  return out;
}
inline std::vector<std::byte> message_of(const Head& head, std::string_view text) {
  return message_of(head, std::as_bytes(std::span(text)));
}
inline Head head_of(std::span<const std::byte> message) {
  Head out;
  std::memcpy(&out, message.data(), sizeof out);
  return out;
}
inline std::span<const std::byte> rest_of(std::span<const std::byte> message) {
  return message.subspan(sizeof(Head));
}
inline std::string text_of(std::span<const std::byte> message) {
  const auto rest = rest_of(message);
  return {reinterpret_cast<const char*>(rest.data()), rest.size()};
}

/// The bytes in memory that ranks of one program send each other, and those received.
template <class T>
std::vector<std::byte> packed(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto bytes = std::as_bytes(std::span(&value, 1));
  return {bytes.begin(), bytes.end()};
}
template <class T>
T unpacked(std::span<const std::byte> bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  T out;
  std::memcpy(&out, bytes.first(sizeof out).data(), sizeof out);
  return out;
}

/// Waiting that leaves the processor to others: MPI's own would take a core each.
class Patience {
 public:
  void wait() {
    std::this_thread::sleep_for(now_);
    if (now_ < longest) now_ *= 2;
  }
  void reset() { now_ = shortest; }

  static constexpr std::chrono::microseconds shortest{50}, longest{1600};

 private:
  std::chrono::microseconds now_ = shortest;
};

}  // namespace heteroscope
