#include "core/io/deflater.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace heteroscope {
namespace {

constexpr std::size_t least_room = 4096;
constexpr std::uint32_t level = 1;  // docs/performance.md, "PNG", has the others

}  // namespace

std::size_t most_deflated(std::size_t raw_bytes) {
  return raw_bytes + raw_bytes / 1024 + least_room;
}

struct Deflater::State {
  isal_zstream stream;
  std::vector<std::uint8_t> tokens = std::vector<std::uint8_t>(ISAL_DEF_LVL1_DEFAULT);  // its level's
};

Deflater::Deflater() : state_(std::make_unique<State>()) {}
Deflater::~Deflater() = default;

std::size_t Deflater::deflate(std::span<const std::uint8_t> raw, Form form, std::size_t before, std::size_t after,
                              std::vector<std::byte>& out) {
  std::size_t room = most_deflated(raw.size());  // not what the buffer happens to have: what is made depends on it
  isal_zstream& stream = state_->stream;
  // what is left there from another part decides at times between matches of the same length (docs/performance.md)
  stream = {};
  std::ranges::fill(state_->tokens, std::uint8_t{0});
  ::isal_deflate_init(&stream);
  stream.level = level;
  stream.level_buf = state_->tokens.data();
  stream.level_buf_size = static_cast<std::uint32_t>(state_->tokens.size());
  if (form == Form::zlib) {
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
  } else {
    stream.flush = SYNC_FLUSH;
  }
  stream.next_in = const_cast<std::uint8_t*>(raw.data());  // it is only read
  stream.avail_in = static_cast<std::uint32_t>(raw.size());
  do {
    const std::size_t used = before + stream.total_out;
    if (out.size() < used + room + after) out.resize(used + room + after);
    stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + used);
    stream.avail_out = static_cast<std::uint32_t>(room);
    room = least_room;
    if (const int code = ::isal_deflate(&stream); code != COMP_OK) {
      throw std::logic_error("isal_deflate refuses its arguments: " + std::to_string(code));
    }
  } while (stream.avail_out == 0);  // all is flushed once it leaves room
  return stream.total_out;
}

}  // namespace heteroscope
