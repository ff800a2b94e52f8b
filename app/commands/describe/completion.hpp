#pragma once

#include <string>
#include <vector>

#include "app/options/command_text.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The words that a shell may put in the place of the word under the cursor.
struct Completion {
  struct Word {
    std::string text;
    std::string help;  ///< a line; may be empty
  };
  std::vector<Word> words;
  bool files = false;    ///< names of files, too, which the shell knows better
  bool folders = false;  ///< and of folders alone
};

/// `words` are those behind the program's name as far as the cursor; the last one, which may be empty, is completed.
Completion complete(const CommandText& program, const std::vector<std::string>& words);

/// The lines that the shells' functions read: one word a line, followed by a tab and its help; ":files" and ":folders"
/// stand for these.
std::string lines_of(const Completion& completion);

}  // namespace heteroscope
