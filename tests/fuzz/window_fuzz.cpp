#include <numeric>

#include "app/window/features/files/remember.hpp"
#include "app/window/features/views/view_file.hpp"
#include "app/window/model/views/own_views.hpp"
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
    const OwnViews shown(memory.own_views, catalog());
  } catch (const BadInput& wrong) {
    check_message(wrong.what());
  }
}

/// A file of views that is imported.
void read_views(const std::string& text) {
  try {
    OwnViews views;
    views.add(views_of_file(text, "file", catalog()));
    if (views_of_file(view_file(views.all()), "file", catalog()) != views.all())
      fuzz_failure("no round trip:", text.c_str());
  } catch (const BadInput& wrong) {
    check_message(wrong.what());
  }
}

std::vector<std::string> view_texts() {
  OwnViews::List views;
  for (const char* each : {"mandelbrot", "heat"})
    views.push_back(own_view("mine", default_settings(find_workload(catalog(), each)), catalog()));
  return {view_file(views)};
}

std::vector<std::string> window_texts() {
  std::vector<std::string> out;
  for (const Workload* each : catalog()) {
    Memory memory;
    memory.settings = default_settings(*each);
    memory.recent = {"/a/b.png"};
    memory.own_views.push_back({"mine", std::string(each->id), "{}"});
    out.push_back(memory_to_json(memory, catalog()));
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
  for (const std::string& text : view_texts()) out.push_back(bytes_of(text));
  return out;
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heteroscope::testing;
  static const std::vector<std::string> texts = window_texts();
  static const std::vector<std::string> views = view_texts();
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(with_odd_values(texts, {data, size}));
  // a list takes long to read: some of them, by what they are made of
  if (std::accumulate(data, data + size, 0U) % 32 == 0) {
    read_views(bytes);
    read_views(with_odd_values(views, {data, size}));
  }
  return 0;
}
