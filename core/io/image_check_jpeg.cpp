#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/error.hpp"
#include "core/io/image_check.hpp"

// Source of the format: ITU-T T.81, annex B (markers) and B.2.4.2 (Huffman tables).
namespace heteroscope {
namespace {

using Bytes = std::span<const std::byte>;

constexpr int most_scans = 256;  // a progressive JPEG has about ten; each one walks over the whole image

struct Component {
  unsigned id = 0, horizontal = 1, vertical = 1;
  bool coded = false;  ///< a scan holds its values
};

/// Walks over the markers as stb_image does, so that nothing it will read is left unchecked.
class Walk {
 public:
  Walk(Bytes bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  ImageFacts run() {
    at_ = 2;
    for (unsigned marker = next_marker(); marker != 0xd9; marker = next_marker()) {
      if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) {
        throw damaged(fmt::format("marker {:02x} out of place", marker));
      }
      const Bytes data = segment();
      if (is_frame(marker)) {
        frame(marker, data);
      } else if (marker == 0xc4) {
        huffman_tables(data);
      } else if (marker == 0xda) {
        scan(data);
      }
    }
    if (!size_) throw damaged("it ends before its frame begins");
    const bool whole = std::all_of(components_.begin(), components_.end(), [](const Component& c) { return c.coded; });
    if (!whole) throw cut_short("a component has no values");
    // Each block of 8x8 values takes a code of at least one bit.
    const std::int64_t least = (blocks() + 7) / 8;
    if (coded_bytes_ < least) {
      throw cut_short(
          fmt::format("{} bytes of values cannot make {}x{} pixels", coded_bytes_, size_->width, size_->height));
    }
    return {*size_, false};
  }

 private:
  [[nodiscard]] BadInput damaged(const std::string& what) const {
    return BadInput(fmt::format("{}: this JPEG is damaged near byte {}: {}", name_, at_, what));
  }
  [[nodiscard]] BadInput cut_short(const std::string& what) const {
    return BadInput(fmt::format("{}: this JPEG is cut short: {}", name_, what));
  }
  [[nodiscard]] unsigned byte_at(std::size_t at) const { return std::to_integer<unsigned>(bytes_[at]); }

  unsigned take() {
    if (at_ >= bytes_.size()) throw cut_short("its end marker is missing");
    return byte_at(at_++);
  }

  unsigned next_marker() {
    unsigned byte = take();
    // Padding is tolerated before the frame and after a scan, as stb_image does.
    while (byte != 0xff && padding_) byte = take();
    if (byte != 0xff) throw damaged("no marker where one must be");
    while (byte == 0xff) byte = take();
    padding_ = !size_;
    return byte;
  }

  Bytes segment() {
    const std::size_t start = at_;
    const std::size_t high = take();
    const std::size_t length = high << 8 | take();
    if (length < 2) throw damaged(fmt::format("a segment of {} bytes", length));
    if (length > bytes_.size() - start) throw cut_short("a segment ends beyond the file");
    at_ = start + length;
    return bytes_.subspan(start + 2, length - 2);
  }

  static bool is_frame(unsigned marker) {
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
  }

  void frame(unsigned marker, Bytes data) {
    if (marker > 0xc2) {
      throw BadInput(fmt::format("{}: this kind of JPEG (lossless, hierarchical or arithmetic) cannot be read", name_));
    }
    if (size_) throw damaged("a second frame");
    progressive_ = marker == 0xc2;
    const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(data[i]); };
    if (data.size() < 6 || data.size() != 6 + std::size_t{3} * at(5)) throw damaged("a frame header of a wrong length");
    if (at(0) != 8) throw BadInput(fmt::format("{}: a JPEG of {} bits cannot be read, only 8", name_, at(0)));
    size_ = check_image_size(at(3) << 8 | at(4), at(1) << 8 | at(2), name_);
    for (std::size_t i = 6; i < data.size(); i += 3) {
      const Component component{at(i), at(i + 1) >> 4, at(i + 1) & 15u};
      if (component.horizontal < 1 || component.horizontal > 4 || component.vertical < 1 || component.vertical > 4) {
        throw damaged("a sampling factor outside 1 to 4");
      }
      components_.push_back(component);
    }
  }

  void huffman_tables(Bytes data) {
    while (!data.empty()) {
      constexpr std::size_t head = 17;
      if (data.size() < head) throw damaged("a Huffman table that is cut short");
      const unsigned place = std::to_integer<unsigned>(data[0]);
      if (place >> 4 > 1 || (place & 15u) > 3) throw damaged("a Huffman table without a place");
      std::size_t codes = 0;
      for (std::size_t i = 1; i < head; ++i) codes += std::to_integer<std::size_t>(data[i]);
      if (codes > 256 || codes > data.size() - head) throw damaged(fmt::format("a Huffman table of {} codes", codes));
      tables_[place >> 4][place & 15u] = true;
      data = data.subspan(head + codes);
    }
  }

  void scan(Bytes data) {
    if (!size_) throw damaged("a scan before the frame");
    if (++scans_ > most_scans) throw damaged(fmt::format("more than {} scans", most_scans));
    const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(data[i]); };
    const std::size_t count = data.empty() ? 0 : at(0);
    if (data.size() != 4 + 2 * count) throw damaged("a scan header of a wrong length");
    const unsigned first = at(1 + 2 * count);
    const bool refines = at(3 + 2 * count) >> 4 != 0;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned id = at(1 + 2 * i);
      const unsigned direct = at(2 + 2 * i) >> 4;
      const unsigned alternating = at(2 + 2 * i) & 15u;
      if (direct > 3 || alternating > 3) throw damaged("a scan with a table beyond 3");
      const bool needs_direct = !progressive_ || (first == 0 && !refines);
      const bool needs_alternating = !progressive_ || first != 0;
      if ((needs_direct && !tables_[0][direct]) || (needs_alternating && !tables_[1][alternating])) {
        throw damaged("a scan without its Huffman table");
      }
      for (Component& component : components_) {
        if (component.id == id) component.coded = component.coded || needs_direct;
      }
    }
    skip_coded();
  }

  /// To the next marker: behind coded values 0xff stands before a zero or a restart's number.
  void skip_coded() {
    const std::size_t start = at_;
    while (true) {
      while (take() != 0xff) {
      }
      unsigned byte = take();
      while (byte == 0xff) byte = take();
      if (byte != 0 && (byte < 0xd0 || byte > 0xd7)) break;
    }
    at_ -= 2;
    coded_bytes_ += static_cast<std::int64_t>(at_ - start);
    padding_ = false;
  }

  [[nodiscard]] std::int64_t blocks() const {
    unsigned horizontal = 1;
    unsigned vertical = 1;
    for (const Component& each : components_) {
      horizontal = std::max(horizontal, each.horizontal);
      vertical = std::max(vertical, each.vertical);
    }
    const auto count = [](int side, unsigned factor, unsigned largest) {
      const std::int64_t samples = (std::int64_t{side} * factor + largest - 1) / largest;
      return (samples + 7) / 8;
    };
    std::int64_t total = 0;
    for (const Component& each : components_) {
      total += count(size_->width, each.horizontal, horizontal) * count(size_->height, each.vertical, vertical);
    }
    return total;
  }

  Bytes bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
  bool padding_ = true;
  bool progressive_ = false;
  std::optional<Size> size_;
  std::vector<Component> components_;
  std::array<std::array<bool, 4>, 2> tables_{};  ///< defined so far, by class and place
  int scans_ = 0;
  std::int64_t coded_bytes_ = 0;
};

}  // namespace

ImageFacts check_jpeg(Bytes bytes, const std::string& name) {
  return Walk(bytes, name).run();
}

}  // namespace heteroscope
