#pragma once

#include <string>
#include <vector>

#include "app/commands/describe/completion.hpp"
#include "app/options/command_text.hpp"

namespace heteroscope {

/// What is known of a command line when one of its words is completed.
struct TypedSoFar {
  std::string command;
  const Workload* workload = nullptr;  ///< null where none is typed
  const Workload* source = nullptr;    ///< the workload whose result is the image; null for other images
  std::string word;                    ///< of the value, what is typed of it
};

/// Whatever the option can have as its value: ids, keys, files. All of them, also those that `word` does not begin.
Completion values_of(const OptionText& option, const TypedSoFar& typed);

}  // namespace heteroscope
