#include "core/io/npy.hpp"
#include "core/base/ceil_div.hpp"
#include "core/base/plural.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/wrong.hpp"
#include "core/io/file.hpp"
#include "core/types/packed_values.hpp"

static_assert(std::endian::native == std::endian::little, "fields are written as they lie in memory");

namespace heteroscope {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t header_alignment = 64;
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

/// Copies values into a field's, each as it is. Of one that the field's type does not hold, its place among them.
using Copy = std::optional<std::size_t> (*)(const std::byte* from, std::size_t count, void* to);

template <class From, class To>
std::optional<std::size_t> copied(const std::byte* from, std::size_t count, void* to) {
  auto* const out = static_cast<To*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    From value{};
    std::memcpy(&value, from + i * sizeof value, sizeof value);
    out[i] = static_cast<To>(value);
    // 2^digits and its negative are the last up to which all whole numbers are exact
    if constexpr (std::is_integral_v<From> && std::numeric_limits<From>::digits > std::numeric_limits<To>::digits) {
      constexpr From most = From{1} << std::numeric_limits<To>::digits;
      if (value > most || (std::is_signed_v<From> && value < From{0} - most)) return i;
    }
  }
  return {};
}

/// One byte a truth value: what is not 0 is true.
std::optional<std::size_t> copied_truths(const std::byte* from, std::size_t count, void* to) {
  auto* const out = static_cast<float*>(to);
  for (std::size_t i = 0; i < count; ++i) out[i] = from[i] == std::byte{0} ? 0.0f : 1.0f;
  return {};
}

/// NumPy's name of a type, and how a field holds its values.
struct Element {
  std::string_view type;
  Precision precision = Precision::fp32;
  std::size_t bytes = 0;
  Copy copy = nullptr;
};

template <class From, class To>
constexpr Element element(std::string_view type, Precision precision) {
  return {type, precision, sizeof(From), copied<From, To>};
}

/// The first three are what is written, too.
constexpr std::array<Element, 11> elements{element<float, float>("<f4", Precision::fp32),
                                           element<double, double>("<f8", Precision::fp64),
                                           element<std::int32_t, std::int32_t>("<i4", Precision::int32),
                                           Element{"|b1", Precision::fp32, 1, copied_truths},
                                           element<std::uint8_t, float>("|u1", Precision::fp32),
                                           element<std::int8_t, float>("|i1", Precision::fp32),
                                           element<std::uint16_t, float>("<u2", Precision::fp32),
                                           element<std::int16_t, float>("<i2", Precision::fp32),
                                           element<std::uint32_t, double>("<u4", Precision::fp64),
                                           element<std::uint64_t, double>("<u8", Precision::fp64),
                                           element<std::int64_t, double>("<i8", Precision::fp64)};

/// The one that a header's type means; null where there is none. The order of a single byte says nothing: NumPy reads
/// such a type with any of its signs, and without one, and other programs write "<u1" and "<b1".
const Element* element_of(std::string_view type) {
  constexpr std::string_view orders = "<>=|";
  const std::string_view bare = !type.empty() && orders.find(type[0]) != orders.npos ? type.substr(1) : type;
  const auto* const found = std::ranges::find_if(elements, [&](const Element& each) {
    return each.type == type || (each.bytes == 1 && each.type.substr(1) == bare);
  });
  return found == elements.end() ? nullptr : found;
}

/// Advice on how to convert an array of that type to a readable one: " (array.astype(numpy.float64) makes such)".
std::string remedy(std::string_view type) {
  constexpr std::string_view real = "fiub";  // the kinds of numbers that one real number holds
  if (type.size() > 1 && real.find(type[1]) != real.npos) return " (array.astype(numpy.float64) converts it)";
  if (type.size() > 1 && type[1] == 'c') return " (use array.real, array.imag or numpy.abs(array))";
  return {};
}

struct Header {
  const Element* element = nullptr;
  std::optional<bool> fortran_order;
  std::optional<Size> size;
};

/// Reads the header's Python dictionary: string keys; a string, a truth value or a tuple of whole numbers each.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  Header read() {
    Header header;
    expect('{');
    while (!take('}')) {
      const std::string_view key = string();
      expect(':');
      if (key == "descr" && header.element == nullptr) {
        read_type(header);
      } else if (key == "fortran_order" && !header.fortran_order) {
        header.fortran_order = truth();
      } else if (key == "shape" && !header.size) {
        header.size = shape();
      } else {
        throw fail(fmt::format("unexpected or repeated key {}", quote(key)));
      }
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (!rest_.empty()) throw fail("text after the header");
    return header;
  }

 private:
  [[nodiscard]] BadInput fail(const std::string& why, const std::string& remedy = {}) const {
    return wrong_file(
        Wrong::kind, name_,
        "{}: only 2-D arrays in C order are supported, of little-endian float32, float64, whole numbers or bool{}", why,
        remedy);
  }
  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t' || rest_[0] == '\r')) {
      rest_.remove_prefix(1);
    }
  }
  bool take(char wanted) {
    skip_space();
    if (rest_.empty() || rest_[0] != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted)) throw fail(fmt::format("the header lacks '{}'", wanted));
  }
  std::string_view string() {
    skip_space();
    const char mark = rest_.empty() ? '\0' : rest_[0];
    const std::size_t end = mark == '\'' || mark == '"' ? rest_.find(mark, 1) : rest_.npos;
    if (end == rest_.npos) throw fail("the header lacks a string");
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }
  void read_type(Header& header) {
    skip_space();
    if (rest_.starts_with('[')) throw fail("a structured array");
    const std::string_view type = string();
    header.element = element_of(type);
    if (header.element == nullptr) throw fail(fmt::format("elements of type {}", quote(type)), remedy(type));
  }
  bool truth() {
    skip_space();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    throw fail("fortran_order is neither True nor False");
  }
  Size shape() {
    expect('(');
    int sides[2] = {};
    int count = 0;
    while (!take(')')) {
      skip_space();
      int side = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), side);
      if (error != std::errc{} || side < 1 || side > longest_side) {
        throw fail(fmt::format("a side of the array is not from 1 to {}", longest_side));
      }
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      if (count < 2) sides[count] = side;
      ++count;
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    if (count != 2) throw fail(fmt::format("an array of {}", plural(count, "dimension")));
    return {sides[1], sides[0]};
  }

  std::string_view rest_;
  const std::string& name_;
};

}  // namespace

std::string npy_start(Size size, Precision precision) {
  const auto* const element = std::ranges::find(elements, precision, &Element::precision);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", element->type,
                                   size.height, size.width);
  const std::size_t preamble = magic.size() + 4;
  const std::size_t length = ceil_div(preamble + header.size() + 1, header_alignment) * header_alignment - preamble;
  header.resize(length - 1, ' ');
  header += '\n';

  std::string start(magic);
  start += {'\1', '\0', static_cast<char>(length & 255u), static_cast<char>(length >> 8)};
  return start + header;
}

void make_npy(const FieldView& view, const Append& append) {
  const std::string start = npy_start(view.size, view.precision);
  append(std::as_bytes(std::span(start)));
  if (view.size.area() <= 0) return;
  const auto* const data = static_cast<const std::byte*>(view.data);
  const std::size_t row_bytes = static_cast<std::size_t>(view.size.width) * bytes_of(view.precision);
  if (view.domain == Domain::whole) return append({data, row_bytes * static_cast<std::size_t>(view.size.height)});
  // some rows at a time, with zeros beside their values
  const int rows = static_cast<int>(std::max<std::size_t>(piece_bytes / row_bytes, 1));
  std::vector<std::byte> piece;
  for (int first = 0; first < view.size.height; first += rows) {
    const int past = std::min(first + rows, view.size.height);
    piece.resize(static_cast<std::size_t>(past - first) * row_bytes);
    pack_values(view, {0, first, {view.size.width, past - first}, view.size}, piece.data());
    append(piece);
  }
}

std::vector<std::byte> encode_npy(const FieldView& view) {
  std::vector<std::byte> out;
  make_npy(view, [&](std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); });
  return out;
}

Field decode_npy(std::span<const std::byte> bytes, const std::string& name) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(magic)) throw wrong_file(Wrong::kind, name, "not a .npy file");
  const auto cut_short = [&] { return wrong_file(Wrong::damaged, name, "this .npy file is cut short"); };
  const auto byte = [&](std::size_t at) { return std::to_integer<std::size_t>(bytes[at]); };
  if (text.size() < magic.size() + 2) throw cut_short();
  const std::size_t major = byte(6);
  if (major < 1 || major > 3 || byte(7) != 0) {
    throw wrong_file(Wrong::kind, name, ".npy version {}.{} is not supported (1.0 to 3.0 are)", major, byte(7));
  }
  const std::size_t preamble = major == 1 ? 10 : 12;
  if (text.size() < preamble) throw cut_short();
  std::size_t length = byte(8) | byte(9) << 8;
  if (major > 1) length |= byte(10) << 16 | byte(11) << 24;
  if (length > text.size() - preamble) throw cut_short();

  const Header header = HeaderReader(text.substr(preamble, length), name).read();
  if (header.element == nullptr || !header.fortran_order || !header.size) {
    throw wrong_file(Wrong::damaged, name, "the .npy header lacks descr, fortran_order or shape");
  }
  if (*header.fortran_order) {
    throw wrong_file(Wrong::kind, name,
                     "the array is in Fortran order; only C order is supported (numpy.ascontiguousarray)");
  }
  const std::size_t element = header.element->bytes;
  const auto count = static_cast<std::size_t>(header.size->area());
  const std::size_t there = text.size() - preamble - length;
  // by division: what a header claims may have more bytes than 64 bits count
  if (there % element != 0 || there / element != count) {
    throw wrong_file(Wrong::damaged, name, "{} bytes of data, but an array of {}x{} needs {:.0f}: the file is {}",
                     there, header.size->height, header.size->width,
                     static_cast<double>(count) * static_cast<double>(element),
                     there / element < count ? "cut short" : "too long");
  }
  const Precision precision = header.element->precision;
  auto buffer = std::make_shared<Buffer>(MemoryKind::host, count * bytes_of(precision));
  if (const auto wrong = header.element->copy(bytes.data() + preamble + length, count, buffer->host())) {
    const auto width = static_cast<std::size_t>(header.size->width);
    throw wrong_file(
        Wrong::value, name,
        "row {}, column {}: a whole number above 2^53 does not fit into fp64 (array.astype(numpy.float64) rounds it)",
        *wrong / width, *wrong % width);
  }
  return {*header.size, precision, std::move(buffer), nullptr};
}

}  // namespace heteroscope
