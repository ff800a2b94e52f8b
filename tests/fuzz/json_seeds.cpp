#include "tests/fuzz/json_seeds.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope::testing {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

std::vector<std::string> settings_texts() {
  std::vector<std::string> out;
  for (const Workload* each : catalog()) {
    Settings settings = default_settings(*each);
    out.push_back(to_json(settings, catalog()));
    if (each->image) {
      settings.problem.source = {.id = "file", .file = "a folder/ä.png"};
      out.push_back(to_json(settings, catalog()));
    }
    if (each->paintable()) {
      settings.problem.strokes = {{.step = 0, .x = 0.5, .y = 0.25, .radius = 0.1, .amount = 1},
                                  {.step = 7, .x = 0, .y = 1, .radius = 1, .amount = -1e300}};
      out.push_back(to_json(settings, catalog()));
    }
  }
  out.emplace_back(R"({"heteroscope": 1, "workload": "mandelbrot"})");
  out.emplace_back(R"([[[[[[[[{"a": "\ud83d\ude00\u0000"}]]]]]]]])");
  out.emplace_back("");
  return out;
}

std::string with_odd_values(const std::vector<std::string>& texts, std::span<const std::uint8_t> bytes) {
  using nlohmann::json;
  static const std::vector<json> odd{nullptr,
                                     true,
                                     false,
                                     -1,
                                     0,
                                     1,
                                     0.5,
                                     1e300,
                                     -1e300,
                                     1e-320,
                                     1.5,
                                     2147483648.0,
                                     1e19,
                                     9007199254740993,
                                     "",
                                     "default",
                                     "cpu",
                                     "split",
                                     "1x1",
                                     "99999x99999",
                                     "x",
                                     "\x1b]0;\x07",
                                     "\u009b2J",
                                     std::string(300, 'l'),
                                     std::string(5000, 'l'),
                                     json::array(),
                                     json::object(),
                                     json::array({1, 2}),
                                     json::object({{"id", "file"}}),
                                     "true",
                                     "1e5",
                                     "..//",
                                     json::object({{"0", 1}, {"100000000", 2}}),
                                     json::object({{"a/b~1", "\x1b[2J|\n# <script>"}})};
  std::uint32_t seed = 2166136261U;  // FNV-1a: any byte that differs makes another choice
  for (const std::uint8_t byte : bytes) seed = (seed ^ byte) * 16777619U;
  std::mt19937 random(seed);
  json whole = json::parse(texts[random() % texts.size()], nullptr, false);
  if (!whole.is_object()) return {};
  for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
    const json places = whole.flatten();
    const auto place = std::next(places.begin(), static_cast<std::ptrdiff_t>(random() % places.size()));
    if (place.key().empty()) break;
    // of the same kind if one comes soon: others are refused before anybody looks at what they say
    const json* value = &odd[random() % odd.size()];
    for (int tries = 0; tries < 4 && value->type() != place->type(); ++tries) value = &odd[random() % odd.size()];
    whole[json::json_pointer(place.key())] = *value;
  }
  return whole.dump();
}

void check_message(std::string_view message) {
  constexpr std::size_t longest = 2000;
  const auto unsafe = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (!message.starts_with("file: ") || message.size() > longest || std::ranges::any_of(message, unsafe)) {
    fuzz_failure("a message of a wrong form:", std::string(message).c_str());
  }
  // the JSON library's name for its errors, and what is said of an error that nobody foresaw
  for (const std::string_view word : {"json.exception", "unforeseen"}) {
    if (message.find(word) != message.npos) fuzz_failure("another's words:", std::string(message).c_str());
  }
}

}  // namespace heteroscope::testing
