#include "core/io/npy.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

using testing::refusal;
using testing::refused;
using testing::Refused;

std::vector<std::byte> npy(int major, std::string header, std::size_t data_bytes) {
  header += '\n';
  std::string out = "\x93NUMPY";
  out += static_cast<char>(major);
  out += '\0';
  for (std::size_t i = 0; i < (major == 1 ? 2u : 4u); ++i) out += static_cast<char>(header.size() >> 8 * i & 255u);
  out += header;
  std::vector<std::byte> bytes(out.size() + data_bytes);
  std::memcpy(bytes.data(), out.data(), out.size());
  for (std::size_t i = 0; i < data_bytes; ++i) bytes[out.size() + i] = static_cast<std::byte>(i);
  return bytes;
}

std::string wrong_array(const std::string& header, std::size_t data_bytes = 48) {
  return refusal([&] { decode_npy(npy(1, header, data_bytes), "a.npy"); });
}

TEST(Npy, RoundTripsBothPrecisions) {
  std::vector<double> wide{0, -0.0, 1.0 / 3, 1e308, std::numeric_limits<double>::quiet_NaN(), -5e-324};
  const auto bytes = encode_npy({wide.data(), {3, 2}, Precision::fp64});
  const Field back = decode_npy(bytes, "a.npy");
  EXPECT_EQ(back.size(), (Size{3, 2}));
  EXPECT_EQ(back.precision(), Precision::fp64);
  for (std::size_t i = 0; i < wide.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back.host_view().row<double>(0)[i]), std::bit_cast<std::uint64_t>(wide[i]));
  }

  std::vector<float> narrow{1.5f, 2, 3, 4};
  const Field small = decode_npy(encode_npy({narrow.data(), {1, 4}, Precision::fp32}), "b.npy");
  EXPECT_EQ(small.size(), (Size{1, 4}));
  EXPECT_EQ(small.value(0, 3), 4);
}

TEST(Npy, WholeNumbersAreReadAsTheyAre) {
  std::vector<std::int32_t> values{
      0, -1, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), 16777217, 7};
  const auto bytes = encode_npy({values.data(), {3, 2}, Precision::int32});
  const Field back = decode_npy(bytes, "a.npy");
  EXPECT_EQ(back.precision(), Precision::int32);
  EXPECT_EQ(std::memcmp(back.host_view().data, values.data(), values.size() * sizeof(std::int32_t)), 0);
  EXPECT_EQ(back.value(2, 0), -2147483648.0);
  const std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(std::memcmp(bytes.data() + 10, header.data(), header.size()), 0);
}

TEST(Npy, UnsignedNumbersAreHeldByFp64) {
  const Field field = decode_npy(npy(1, "{'descr': '<u4', 'fortran_order': False, 'shape': (1, 2)}", 8), "a.npy");
  EXPECT_EQ(field.precision(), Precision::fp64);
  EXPECT_EQ(field.value(0, 0), 0x03020100);
  EXPECT_EQ(field.value(1, 0), 0x07060504);
  EXPECT_EQ(
      refused([] { decode_npy(npy(1, "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 3)}", 48), "a.npy"); },
              "a.npy: 48 "),
      (Refused{Wrong::damaged, "a.npy"}));
}

/// The field that a file of these values and NumPy's type has.
template <class T>
Field typed(const std::string& type, const std::vector<T>& values) {
  auto bytes =
      npy(1, "{'descr': '" + type + "', 'fortran_order': False, 'shape': (1, " + std::to_string(values.size()) + ")}",
          values.size() * sizeof(T));
  const std::size_t data = values.size() * sizeof(T);
  std::memcpy(bytes.data() + bytes.size() - data, values.data(), data);
  return decode_npy(bytes, "a.npy");
}

template <class T>
void expect_exact(const std::string& type, Precision precision, const std::vector<T>& values) {
  const Field field = typed(type, values);
  EXPECT_EQ(field.precision(), precision) << type;
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(field.value(static_cast<int>(i), 0), static_cast<double>(values[i])) << type << ' ' << i;
}

TEST(Npy, EveryWholeTypeIsReadAsItIs) {
  expect_exact<std::uint8_t>("|b1", Precision::fp32, {0, 1});
  expect_exact<std::uint8_t>("|u1", Precision::fp32, {0, 1, 127, 128, 255});
  expect_exact<std::int8_t>("|i1", Precision::fp32, {0, -1, 127, -128});
  expect_exact<std::uint16_t>("<u2", Precision::fp32, {0, 256, 32768, 65535});
  expect_exact<std::int16_t>("<i2", Precision::fp32, {0, -1, 32767, -32768});
  expect_exact<std::uint32_t>("<u4", Precision::fp64, {0, 16777217, 4294967295u});
  const std::int64_t last = std::int64_t{1} << 53;
  expect_exact<std::int64_t>("<i8", Precision::fp64, {0, -1, last, last - 1, -last});
  expect_exact<std::uint64_t>("<u8", Precision::fp64, {0, std::uint64_t{1} << 53});
}

/// Other programs than NumPy give single bytes an order, or none.
TEST(Npy, ASingleByteHasNoOrder) {
  for (const char* order : {"<", ">", "=", "|", ""}) {
    expect_exact<std::uint8_t>(order + std::string("b1"), Precision::fp32, {0, 1});
    expect_exact<std::uint8_t>(order + std::string("u1"), Precision::fp32, {0, 1, 127, 128, 255});
    expect_exact<std::int8_t>(order + std::string("i1"), Precision::fp32, {0, -1, 127, -128});
  }
}

TEST(Npy, WhatIsNotZeroIsTrue) {
  const Field field = typed<std::uint8_t>("|b1", {0, 1, 2, 255});
  for (int x = 0; x < 4; ++x) EXPECT_EQ(field.value(x, 0), x > 0 ? 1 : 0) << x;
}

TEST(Npy, WholeNumbersThatNoDoubleHoldsAreNamed) {
  const Refused beyond{Wrong::value, "a.npy"};
  const std::string place = "a.npy: row 0, column 2: ";
  const std::int64_t last = std::int64_t{1} << 53;
  EXPECT_EQ(refused([&] { typed<std::int64_t>("<i8", {0, 1, last + 1}); }, place), beyond);
  EXPECT_EQ(refused(
                [&] {
                  typed<std::int64_t>("<i8", {0, 1, std::numeric_limits<std::int64_t>::min()});
                },
                place),
            beyond);
  EXPECT_EQ(refused([&] { typed<std::uint64_t>("<u8", {0, 1, ~std::uint64_t{0}}); }, place), beyond);
}

TEST(Npy, HeaderIsWhatNumPyWrites) {
  std::vector<double> values(6);
  const auto bytes = encode_npy({values.data(), {3, 2}, Precision::fp64});
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
  ASSERT_EQ(bytes.size(), 128u + 48u);
  EXPECT_EQ(std::memcmp(bytes.data(), "\x93NUMPY\x01\x00\x76\x00", 10), 0);
  EXPECT_EQ(std::memcmp(bytes.data() + 10, header.data(), header.size()), 0);
  EXPECT_EQ(bytes[127], std::byte{'\n'});
}

TEST(Npy, ReadsEveryVersionAndOrder) {
  for (int major = 1; major <= 3; ++major) {
    const Field field =
        decode_npy(npy(major, "{ \"shape\":(2 , 3,),'fortran_order' :False,'descr':'<f8'}", 48), "a.npy");
    EXPECT_EQ(field.size(), (Size{3, 2})) << major;
    EXPECT_EQ(field.value(0, 0), 7.949928895127363e-275) << major;  // bytes 0 to 7
  }
}

TEST(Npy, CutAtAnyLengthIsRefused) {
  for (int major : {1, 2}) {
    const auto whole = npy(major, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 48);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      EXPECT_EQ(refused([&] { decode_npy(std::span(whole).first(length), "a.npy"); }, "a.npy: "),
                (Refused{length < 6 ? Wrong::kind : Wrong::damaged, "a.npy"}))
          << length;
    }
  }
}

TEST(Npy, NamesWhatIsNotSupported) {
  for (const char* real : {">f8", "<f2", ">f4", ">i8", ">u2", "<f16"}) {
    const std::string line =
        wrong_array(std::string("{'descr': '") + real + "', 'fortran_order': False, 'shape': (2, 3)}");
    EXPECT_NE(line.find("elements of type \"" + std::string(real)), std::string::npos) << line;
    EXPECT_NE(line.find("(array.astype(numpy.float64) converts it)"), std::string::npos) << line;
  }
  EXPECT_NE(wrong_array("{'descr': '<c16', 'fortran_order': False, 'shape': (2, 3)}").find("numpy.abs(array)"),
            std::string::npos);
  for (const char* other : {"<U3", "|S5", "|O", "<M8[ns]", "", "x"}) {
    const std::string line =
        wrong_array(std::string("{'descr': '") + other + "', 'fortran_order': False, 'shape': (2, 3)}");
    EXPECT_TRUE(line.ends_with("whole numbers or bool")) << line;
  }
  EXPECT_NE(wrong_array("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3)}").find("structured"),
            std::string::npos);
  EXPECT_NE(wrong_array("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)}").find("Fortran order"),
            std::string::npos);
  EXPECT_NE(wrong_array("{'descr': '<f8', 'fortran_order': False, 'shape': (6,)}").find("an array of 1 dimension:"),
            std::string::npos);
  EXPECT_NE(wrong_array("{'descr': '<f8', 'fortran_order': False, 'shape': ()}").find("0 dimensions"),
            std::string::npos);
  EXPECT_NE(wrong_array("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3)}").find("3 dimensions"),
            std::string::npos);
  EXPECT_EQ(refused([] { decode_npy(npy(4, "{}", 0), "a.npy"); }, "a.npy: "), (Refused{Wrong::kind, "a.npy"}));
}

TEST(Npy, HeadersThatLieAreRefused) {
  const std::string shape = "{'descr': '<f8', 'fortran_order': False, 'shape': ";
  for (const char* other : {"(2, 4)", "(2, 2)", "(65536, 65536)"}) {
    const auto read = [&] { decode_npy(npy(1, shape + other + "}", 48), "a.npy"); };
    EXPECT_EQ(refused(read, "a.npy: 48 bytes of data"), (Refused{Wrong::damaged, "a.npy"})) << other;
  }
  for (const char* side : {"0", "-2", "65537", "4294967298", "99999999999999999999", "x", "", "2.5", "None"}) {
    EXPECT_EQ(wrong_array(shape + "(" + side + ", 3)}").rfind("a.npy: ", 0), 0u) << side;
  }
  auto long_header = npy(2, "{}", 0);
  long_header[11] = std::byte{0xff};
  EXPECT_EQ(refused([&] { decode_npy(long_header, "a.npy"); }, "a.npy: "), (Refused{Wrong::damaged, "a.npy"}));
}

TEST(Npy, DamagedHeadersAreRefused) {
  for (const char* header :
       {"", "{", "}", "{'descr': '<f8'", "{'descr' '<f8'}", "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), 'more': 1}",
        "{'descr': '<f8', 'fortran_order': No, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} more", "{'descr", "{'", "{,}", "[]"}) {
    const std::string line = wrong_array(header);
    EXPECT_EQ(line.rfind("a.npy: ", 0), 0u) << header;
    EXPECT_EQ(line.find('\n'), std::string::npos) << header;
  }
}

}  // namespace
}  // namespace heteroscope
