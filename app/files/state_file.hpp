#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "app/files/own_folder.hpp"
#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"

/// Files in which the program keeps state, or hands it on: an object of JSON whose first member says what the file is,
/// and of which version. A kind of state says what its files are called and what they hold; all else is here.
namespace heteroscope {

struct StateKind {
  std::string_view key;  ///< the first member; its value is the version
  int version = 1;
  std::string_view refusal;  ///< what a line says of another file, before its version: "not kept orders"
  int levels = 0;            ///< of brackets within each other, at most
  std::size_t largest = std::size_t{1} << 26;  ///< bytes
};

/// A file of state that has been read.
class StateText {
 public:
  /// Throws BadInput, naming `name`, for a text that is no JSON, or of another kind or version.
  StateText(const StateKind& kind, const std::string& text, std::string name);
  StateText(const StateText&) = delete;
  StateText& operator=(const StateText&) = delete;

  [[nodiscard]] const Section& root() const { return root_; }
  /// Calls `each(section)` with each object of a list. Throws BadInput where there is no such list, or one of more than
  /// `most`.
  template <class Each>
  void for_each(std::string_view list, std::size_t most, const Each& each) const {
    const nlohmann::json& entries = this->list(list, most);
    for (std::size_t i = 0; i < entries.size(); ++i) each(Section(entries[i], fmt::format("{}[{}].", list, i), name_));
  }

 private:
  [[nodiscard]] const nlohmann::json& list(std::string_view key, std::size_t most) const;

  std::string name_;
  nlohmann::json document_;
  Section root_;
};

/// The text of a file of that kind with these members.
std::string state_text(const StateKind& kind, const nlohmann::ordered_json& members);

/// What a file of that kind says. None where there is none, or the path is empty.
std::optional<std::string> read_state(const StateKind& kind, const std::filesystem::path& path);

/// `read(text, name)` of a file of that kind, and a line that says what is wrong with it: a Recalled has both. What is
/// damaged stops nobody, but is kept under another name beside, NAME.damaged. `trouble`: begins the line.
template <class Recalled, class Read>
Recalled recall(const StateKind& kind, const std::filesystem::path& path, std::string_view trouble, const Read& read) {
  try {
    const std::optional<std::string> text = read_state(kind, path);
    if (!text) return {};
    return {read(*text, path.string()), {}};
  } catch (const BadInput& wrong) {
    return {{}, fmt::format("{}: {}{}", trouble, wrong.what(), set_aside(path))};
  }
}

}  // namespace heteroscope
