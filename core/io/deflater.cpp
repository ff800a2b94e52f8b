#include "core/io/deflater.hpp"

#include <isa-l/igzip_lib.h>

#include <stdexcept>
#include <string>

namespace heteroscope {
namespace {

constexpr std::size_t least_room = 4096;
// core/io/MEASURED.md has the others
constexpr std::uint32_t level = 1;
// Level 1 of ISA-L 2.30 takes bits of the stream's own address for the hash of the third byte's place, if it goes on
// behind the first byte at once. It looks so many bytes ahead: with one more it compresses that one, and goes on by the
// bytes.
constexpr std::size_t first_alone = ISAL_LOOK_AHEAD + 1;
// of what is too short for that
constexpr std::uint32_t short_level = 3;

constexpr std::size_t token_bytes = ISAL_DEF_LVL1_DEFAULT;
static_assert(token_bytes >= ISAL_DEF_LVL3_MIN);

}  // namespace

std::size_t most_deflated(std::size_t raw_bytes) {
  return raw_bytes + raw_bytes / 1024 + least_room;
}

struct Deflater::State {
  isal_zstream stream;
  std::vector<std::uint8_t> tokens = std::vector<std::uint8_t>(token_bytes);
};

Deflater::Deflater() : state_(std::make_unique<State>()) {}
Deflater::~Deflater() = default;

std::size_t Deflater::deflate(std::span<const std::uint8_t> raw, Form form, std::size_t before, std::size_t after,
                              std::vector<std::byte>& out) {
  std::size_t room = most_deflated(raw.size());  // not what the buffer happens to have: what is made depends on it
  isal_zstream& stream = state_->stream;
  stream = {};
  ::isal_deflate_init(&stream);
  const bool has_first = raw.size() >= first_alone;
  stream.level = has_first ? level : short_level;
  stream.level_buf = state_->tokens.data();
  stream.level_buf_size = static_cast<std::uint32_t>(state_->tokens.size());
  if (form == Form::zlib) stream.gzip_flag = IGZIP_ZLIB;
  stream.next_in = const_cast<std::uint8_t*>(raw.data());  // it is only read

  const auto give = [&](std::size_t bytes) {
    stream.avail_in = static_cast<std::uint32_t>(bytes);
    do {
      const std::size_t used = before + stream.total_out;
      if (out.size() < used + room + after) out.resize(used + room + after);
      stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + used);
      stream.avail_out = static_cast<std::uint32_t>(room);
      if (const int code = ::isal_deflate(&stream); code != COMP_OK) {
        throw std::logic_error("isal_deflate refuses its arguments: " + std::to_string(code));
      }
      if (stream.avail_out == 0) room = least_room;
    } while (stream.avail_out == 0);  // all is taken, and flushed, once it leaves room
  };
  if (has_first) give(first_alone);
  if (form == Form::zlib) {
    stream.end_of_stream = 1;
  } else {
    stream.flush = SYNC_FLUSH;
  }
  give(raw.size() - (has_first ? first_alone : 0));
  return stream.total_out;
}

}  // namespace heteroscope
