#include "core/base/error.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/fuzz/json_seeds.hpp"

namespace heteroscope::testing {
namespace {

void read(const std::string& text) {
  try {
    const Settings settings = settings_from_json(text, "file", catalog());
    // What was read is saved and read again as it is.
    const std::string saved = to_json(settings, catalog());
    if (settings_from_json(saved, "saved", catalog()) != settings) fuzz_failure("no round trip:", saved.c_str());
  } catch (const BadInput& wrong) {
    check_message(wrong.what());
  }
}

}  // namespace

std::vector<std::vector<std::byte>> fuzz_seeds() {
  std::vector<std::vector<std::byte>> out;
  for (const std::string& text : settings_texts()) out.push_back(bytes_of(text));
  return out;
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heteroscope::testing;
  static const std::vector<std::string> texts = settings_texts();
  read({reinterpret_cast<const char*>(data), size});
  read(with_odd_values(texts, {data, size}));
  return 0;
}
