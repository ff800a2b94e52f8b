#include "core/worker/send_file.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/io/sha256.hpp"
#include "core/link/message_kind.hpp"
#include "core/worker/file_part.hpp"

namespace heteroscope {
namespace {

void check_size(const std::filesystem::path& file, std::uint64_t bytes) {
  if (bytes > FilesThere::most_bytes) {
    throw BadInput(fmt::format("{} is too large to be sent to another machine: it has more than {} bytes",
                               file.string(), FilesThere::most_bytes));
  }
}

/// Calls `take(part)` with one part of a file after the other, as long as it returns true, and adds up their SHA-256.
/// Returns that; nothing where `take` did not want them all.
template <class Take>
std::optional<std::string> digest_of_parts(const std::filesystem::path& file, Take take) {
  FileParts parts(file);
  Sha256 digest;
  for (FilePart part;; part.at += part.bytes.size()) {
    part.bytes = parts.next(FilePart::most_bytes);
    part.is_last = part.bytes.size() < FilePart::most_bytes;
    check_size(file, part.at + part.bytes.size());
    digest.add(part.bytes);
    if (!take(part)) return std::nullopt;
    if (part.is_last) return digest.hexadecimal();
  }
}

}  // namespace

std::uint64_t bytes_to_send(const std::filesystem::path& file) {
  const std::uint64_t out = FileParts(file).bytes();
  check_size(file, out);
  return out;
}

std::optional<std::string> send_file(MachineLink& link, const std::filesystem::path& file, const Waiter& waiter) {
  std::uint64_t bytes = 0;
  const std::optional<std::string> digest = digest_of_parts(file, [&](const FilePart& part) {
    bytes += part.bytes.size();
    return !waiter.asked();
  });
  if (!digest) return std::nullopt;
  if (link.files().use(*digest)) return digest;
  for (const std::string& each : link.files().make_room(bytes)) link.send(message(MessageKind::drop, each));
  const std::optional<std::string> sent = digest_of_parts(file, [&](FilePart& part) {
    if (waiter.asked()) return false;
    part.content = *digest;
    link.send(message(MessageKind::part, part));
    waiter.tell("sending a file", static_cast<double>(part.at) / static_cast<double>(bytes + 1));
    return true;
  });
  waiter.tell("", 1);
  if (!sent) return std::nullopt;
  link.files().add(*digest, bytes);
  if (sent == digest) return digest;
  drop_file(link, *digest);
  throw BadInput(fmt::format("{} has changed while it was sent", file.string()));
}

void drop_file(MachineLink& link, const std::string& content) {
  link.files().remove(content);
  link.channel().send(message(MessageKind::drop, content));
}

}  // namespace heteroscope
