#include "app/window/files/remember.hpp"
#include "core/base/error.hpp"
#include "kernels/registry.hpp"
#include "tests/fuzz/json_seeds.hpp"

namespace heteroscope::testing {
namespace {

void read(const std::string& text) {
  try {
    Memory memory = memory_from_json(text, "file", catalog());
    // What was read is saved and read again as it is.
    if (!memory.settings) memory.settings = default_settings(*catalog().front());
    const std::string saved = memory_to_json(memory, catalog());
    if (memory_from_json(saved, "saved", catalog()) != memory) fuzz_failure("no round trip:", saved.c_str());
  } catch (const BadInput& wrong) {
    check_message(wrong.what());
  }
}

std::vector<std::string> window_texts() {
  std::vector<std::string> out;
  for (const Workload* each : catalog()) {
    out.push_back(memory_to_json({default_settings(*each), {}, {"/a/b.png"}, {{"mine", std::string(each->id), "{}"}}},
                                 catalog()));
  }
  for (const std::string& text : settings_texts()) {
    out.push_back(R"({"heteroscope_window": 1, "window": {"width": 900}, "settings": )" + text + "}");
  }
  out.emplace_back(R"({"heteroscope_window": 1, "window": {"theme": "light", "text_size": 1.5}})");
  return out;
}

}  // namespace

std::vector<std::vector<std::byte>> fuzz_seeds() {
  std::vector<std::vector<std::byte>> out;
  for (const std::string& text : window_texts()) out.push_back(bytes_of(text));
  return out;
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heteroscope::testing;
  static const std::vector<std::string> texts = window_texts();
  read({reinterpret_cast<const char*>(data), size});
  read(with_odd_values(texts, {data, size}));
  return 0;
}
