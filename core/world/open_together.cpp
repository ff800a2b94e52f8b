#include "core/world/open_together.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "core/world/messages.hpp"

namespace heteroscope {

namespace {

/// The word of one end to the other: its data, or why it cannot.
struct Word {
  Failure failed;
  std::vector<std::byte> bytes;
};

Word exchanged(Communicator& communicator, int other, const Word& own) {
  const auto failed = static_cast<std::byte>(own.failed ? 1 : 0);
  const std::span<const std::byte> rest =
      own.failed ? std::as_bytes(std::span(own.failed.line)) : std::span<const std::byte>(own.bytes);
  const std::array<std::span<const std::byte>, 2> parts{std::span(&failed, 1), rest};
  communicator.send(other, parts);
  const std::vector<std::byte> message = communicator.receive(other);
  const std::span<const std::byte> told = rest_of(message).subspan(1);
  if (rest_of(message).front() == std::byte{0}) return {{}, {told.begin(), told.end()}};
  return {{Failure::Kind::input, std::string(reinterpret_cast<const char*>(told.data()), told.size())}, {}};
}

/// It is not possible, and all goes on.
bool is_refusal(const Failure& failed) {
  using Kind = Failure::Kind;
  return failed.kind == Kind::input || failed.kind == Kind::device || failed.kind == Kind::device_full;
}

}  // namespace

std::string open_together(Communicator& communicator, int other, const std::function<std::vector<std::byte>()>& invite,
                          const std::function<void(std::span<const std::byte>)>& accept) {
  Word own;
  own.failed = attempt([&] { own.bytes = invite(); });
  Word theirs = exchanged(communicator, other, own);
  if (!own.failed && !theirs.failed) {
    own.failed = attempt([&] { accept(theirs.bytes); });
    own.bytes.clear();
    theirs = exchanged(communicator, other, own);
  }
  if (own.failed && !is_refusal(own.failed)) raise(own.failed);
  if (own.failed) return own.failed.line;
  return theirs.failed ? fmt::format("rank {}: {}", other, theirs.failed.line) : "";
}

}  // namespace heteroscope
