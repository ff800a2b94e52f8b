#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings/settings.hpp"

/// Words KEY=VALUE and [STAGE=]ID as options take them. Whatever throws throws BadInput.
namespace heteroscope {

/// The text before the first '='; all of a word without one.
std::string_view key_of(std::string_view word);
/// Throws if two KEY=VALUE words have one key, since only one would count. `option` is the option that they were given
/// with.
void refuse_repeated(std::string_view option, const std::vector<std::string>& words);
/// "did you mean span? known: center_re, span".
std::string suggestion(std::string_view word, const std::vector<std::string>& known);
/// Sets a parameter of the workload; throws, with the known keys, for an unknown one.
void set_value(Values& values, const Workload& workload, std::string_view key, std::string_view text);
/// The values that KEY=VALUE words set; "source.KEY" is one of the source workload's. Throws, with the known keys, for
/// an unknown one.
void set_parameters(Settings& settings, Catalog catalog, const std::vector<std::string>& words);
/// The scene of that id; throws with the known ones.
const Scene& find_scene(const Workload& workload, std::string_view id);
/// A variant, and the stage in whose list it stands.
struct FoundVariant {
  const Stage* stage = nullptr;
  const NamedVariant* variant = nullptr;
};
/// The variants named as "id", of each stage that has one, or the one named as "stage=id". Throws with the known ids,
/// or with the workload of the catalog of which a person's file of that name is a variant.
std::vector<FoundVariant> find_variants(const Workload& workload, const std::string& text, Catalog catalog);
/// The processor for which a variant named as "id" or "stage=id" is written. Throws with the known ids.
Processor processor_of(const Workload& workload, const std::string& text, Catalog catalog);

}  // namespace heteroscope
