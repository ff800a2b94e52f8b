#include "app/relay/typed_words.hpp"

namespace heteroscope {

std::vector<TypedWord> typed_words(std::span<const std::string> words) {
  std::vector<TypedWord> out;
  const auto takes_value = [](std::string_view option) {
    return option == "--processor" || option == "--again" || is_among(written_options, option) ||
           is_among(read_options, option) || is_among(variant_options, option);
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    if (!word.starts_with("--")) {
      out.push_back({.option = {}, .value = word});
    } else if (equals != word.npos) {
      out.push_back({.option = word.substr(0, equals), .value = word.substr(equals + 1), .joined = true});
    } else if (takes_value(word) && i + 1 < words.size()) {
      out.push_back({.option = word, .value = words[++i]});
    } else {
      out.push_back({.option = word, .value = {}});
    }
  }
  return out;
}

void put_back(const TypedWord& word, std::vector<std::string>& to) {
  if (word.joined) return to.push_back(word.option + '=' + word.value);
  if (!word.option.empty()) to.push_back(word.option);
  if (!word.value.empty() || word.option.empty()) to.push_back(word.value);
}

}  // namespace heteroscope
