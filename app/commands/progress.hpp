#pragma once

#include <string>

namespace heteroscope {

/// One line on standard error that is written over itself, only where a person sees it (a terminal); cleared at the
/// end.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const std::string& text) const;

 private:
  bool terminal_;
};

}  // namespace heteroscope
