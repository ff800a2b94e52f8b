#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace heteroscope::testing {

/// An environment variable of this process with that value, or without one; what it had before comes back at the end.
class SetVariable {
 public:
  SetVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~SetVariable() { set(before_); }
  SetVariable(const SetVariable&) = delete;
  SetVariable& operator=(const SetVariable&) = delete;

  void set(const std::optional<std::string>& value) const {
    if (value) {
      ::setenv(name_.c_str(), value->c_str(), 1);
    } else {
      ::unsetenv(name_.c_str());
    }
  }

 private:
  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace heteroscope::testing
