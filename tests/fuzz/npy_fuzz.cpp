#include <string_view>

#include "core/base/error.hpp"
#include "core/io/npy.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace heteroscope::testing {
namespace {

using Bytes = std::vector<std::byte>;

void decode(const Bytes& bytes) {
  try {
    const Field field = decode_npy(bytes, "file");
    if (field.bytes() > bytes.size()) fuzz_failure("more values than data");
    // What was read is written and read again as it is.
    const Bytes again = encode_npy(field.host_view());
    const Field second = decode_npy(again, "again");
    if (second.size() != field.size() || encode_npy(second.host_view()) != again) fuzz_failure("no round trip");
  } catch (const BadInput& wrong) {
    const std::string_view line = wrong.what();
    if (!line.starts_with("file: ") || line.find('\n') != line.npos)
      fuzz_failure("a message of a wrong form:", wrong.what());
  }
}

Bytes file(char major, std::string_view header, std::size_t data_bytes) {
  Bytes out;
  const auto add = [&](std::string_view text) {
    for (const char c : text) out.push_back(static_cast<std::byte>(c));
  };
  add("\x93NUMPY");
  out.push_back(static_cast<std::byte>(major));
  out.push_back(std::byte{0});
  out.push_back(static_cast<std::byte>(header.size()));
  out.insert(out.end(), major == 1 ? 1 : 3, std::byte{0});
  add(header);
  out.insert(out.end(), data_bytes, std::byte{0x41});
  return out;
}

}  // namespace

std::vector<Bytes> fuzz_seeds() {
  return {file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", 48),
          file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1), }\n", 4),
          file(2, "{\"shape\":(4 , 1,),'fortran_order' :False,'descr':'<f4'}", 16),
          file(3, "{'descr': '<f8', 'fortran_order': True, 'shape': (1, 2)}", 16),
          file(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (65536, 65536), }", 0),
          file(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (7,)}", 28),
          {}};
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* begin = reinterpret_cast<const std::byte*>(data);
  heteroscope::testing::decode({begin, begin + size});
  return 0;
}
