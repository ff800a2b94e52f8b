#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cstring>
#include <optional>

#include "core/error.hpp"
#include "core/io/image_check.hpp"
#include "core/io/png.hpp"

// Source of the format: https://www.w3.org/TR/png-3/#11IHDR, #8Interlace and #11PLTE.
namespace heteroscope {
namespace {

using Bytes = std::span<const std::byte>;

unsigned byte_at(Bytes bytes, std::size_t at) {
  return std::to_integer<unsigned>(bytes[at]);
}

std::int64_t big_endian(Bytes bytes, std::size_t at) {
  return std::int64_t{byte_at(bytes, at)} << 24 | byte_at(bytes, at + 1) << 16 | byte_at(bytes, at + 2) << 8 |
         byte_at(bytes, at + 3);
}

struct Header {
  std::int64_t width = 0, height = 0;
  unsigned depth = 0, color = 0;
  bool interlaced = false;
};

unsigned samples_of(unsigned color) {
  constexpr std::array<unsigned, 7> samples{1, 0, 3, 1, 2, 0, 4};
  return color < samples.size() ? samples[color] : 0;
}

bool allowed(unsigned depth, unsigned color) {
  const bool power = depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
  if (!power || samples_of(color) == 0) return false;
  return color == 0 || (color == 3 ? depth <= 8 : depth >= 8);
}

Header read_header(Bytes data, const std::string& name) {
  const auto wrong = [&](const std::string& what) { return BadInput(fmt::format("{}: this PNG is {}", name, what)); };
  if (data.size() != 13) throw wrong(fmt::format("damaged: its header has {} bytes instead of 13", data.size()));
  const Header h{big_endian(data, 0), big_endian(data, 4), byte_at(data, 8), byte_at(data, 9), byte_at(data, 12) == 1};
  check_image_size(h.width, h.height, name);
  if (!allowed(h.depth, h.color)) {
    throw wrong(fmt::format("of no kind that there is: {} bits of color type {}", h.depth, h.color));
  }
  if (byte_at(data, 10) != 0 || byte_at(data, 11) != 0 || byte_at(data, 12) > 1) {
    throw wrong(fmt::format("of no kind that there is: compression {}, filter {}, interlace {}", byte_at(data, 10),
                            byte_at(data, 11), byte_at(data, 12)));
  }
  return h;
}

/// Bytes of the pixels before compression: rows of whole bytes, each behind its filter's number.
std::int64_t raw_bytes(const Header& h) {
  const auto rows = [&](std::int64_t width, std::int64_t height) {
    const std::int64_t bits = width * samples_of(h.color) * h.depth;
    return width == 0 ? 0 : height * (1 + (bits + 7) / 8);
  };
  if (!h.interlaced) return rows(h.width, h.height);
  struct Pass {
    int x, y, step_x, step_y;
  };
  constexpr Pass passes[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                             {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  std::int64_t total = 0;
  for (const Pass& p : passes) {
    total += rows((h.width - p.x + p.step_x - 1) / p.step_x, (h.height - p.y + p.step_y - 1) / p.step_y);
  }
  return total;
}

/// Inflates and counts, keeping nothing: a few kilobytes may claim to be, or become, gigabytes.
class Counter {
 public:
  explicit Counter(const std::string& name) : name_(name) {
    if (::inflateInit(&stream_) != Z_OK) throw BadInput(fmt::format("{}: not enough memory to read it", name));
  }
  ~Counter() { ::inflateEnd(&stream_); }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  void add(Bytes part, std::int64_t most) {
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(part.data()));
    stream_.avail_in = static_cast<uInt>(part.size());
    while (!ended_ && total_ <= most) {
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      const int code = ::inflate(&stream_, Z_NO_FLUSH);
      total_ += static_cast<std::int64_t>(buffer_.size() - stream_.avail_out);
      ended_ = code == Z_STREAM_END;
      if (code == Z_BUF_ERROR || (code == Z_OK && stream_.avail_in == 0 && stream_.avail_out != 0)) return;
      if (code != Z_OK && !ended_)
        throw BadInput(fmt::format("{}: this PNG is damaged: its pixels do not inflate", name_));
    }
  }
  [[nodiscard]] std::int64_t total() const { return total_; }

 private:
  const std::string& name_;
  z_stream stream_{};
  std::vector<Bytef> buffer_ = std::vector<Bytef>(std::size_t{1} << 16);
  std::int64_t total_ = 0;
  bool ended_ = false;
};

}  // namespace

ImageFacts check_png(Bytes bytes, const std::string& name) {
  constexpr std::int64_t slack = 65536;  // behind the pixels some writers leave a few bytes
  std::optional<Header> header;
  std::int64_t wanted = 0;
  Counter counter(name);
  walk_png(bytes, name, [&](std::string_view type, Bytes data) {
    if (type == "IHDR") {
      if (header) throw BadInput(fmt::format("{}: this PNG is damaged: it has two headers", name));
      header = read_header(data, name);
      wanted = raw_bytes(*header);
    }
    if (type == "IDAT") counter.add(data, wanted + slack);
  });
  const auto lies = [&](std::string_view how, std::string_view verdict) {
    return BadInput(fmt::format("{}: its pixels are {} than the {} bytes that {}x{} take: {}", name, how, wanted,
                                header->width, header->height, verdict));
  };
  if (counter.total() < wanted) throw lies("fewer", "this PNG is cut short");
  if (counter.total() > wanted + slack) throw lies("more", "its header lies");
  return {{static_cast<int>(header->width), static_cast<int>(header->height)}, header->depth == 16};
}

std::vector<std::byte> complete_palette(Bytes bytes) {
  constexpr std::size_t color_bytes = 3;
  std::size_t present = 0;
  std::size_t wanted = 0;
  std::size_t end = 0;  // of the palette's colors
  walk_png(bytes, "", [&](std::string_view type, Bytes data) {
    if (type == "IHDR" && byte_at(data, 9) == 3) wanted = color_bytes << byte_at(data, 8);
    if (type != "PLTE" || end != 0) return;
    present = data.size();
    end = static_cast<std::size_t>(data.data() - bytes.data()) + present;
  });
  if (end == 0 || present >= wanted) return {};
  std::vector<std::byte> out(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end));
  out.resize(end + wanted - present);
  out.insert(out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(end), bytes.end());
  for (std::size_t i = 0; i < 4; ++i)
    out[end - present - 8 + i] = static_cast<std::byte>(wanted >> (24 - 8 * i) & 255u);
  return out;
}

}  // namespace heteroscope
