#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// A function that a source defines in a namespace, as its text says.
struct WrittenFunction {
  std::size_t at = 0;      ///< of its name
  std::string name;        ///< with its namespaces, from the global one on: "::mine::advance"
  std::string before;      ///< the words before its name, without a template's parameters: "__global__ void"
  std::string parameters;  ///< "const Step<T> step"
  bool is_template = false;
};

/// All functions that the code (SourceText::code) defines, in their order, but those in classes.
std::vector<WrittenFunction> functions_in(std::string_view code);

/// Returns whether the word stands in the text as a word of its own.
bool has_word(std::string_view text, std::string_view word);

}  // namespace heteroscope
