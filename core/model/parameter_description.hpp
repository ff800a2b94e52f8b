#pragma once

#include <span>
#include <string_view>

namespace heteroscope {

enum class ParameterKind {
  real,
  integer,
  boolean,
  choice,
  decimal  ///< a real number of any precision
};

/// One parameter of a workload as the panel, the command line, saved settings, `list` and the docs show it.
struct Parameter {
  std::string_view id;
  std::string_view label;
  std::string_view unit;
  ParameterKind kind = ParameterKind::real;
  double minimum = 0;
  double maximum = 0;
  double initial = 0;
  bool logarithmic = false;  ///< a slider should move over its logarithm
  std::string_view help;
  std::span<const std::string_view> choices{};        ///< ids, of a choice; its value is an index into them
  std::span<const std::string_view> choice_labels{};  ///< as a panel shows the choices; empty: their ids
  bool was_switch = false;  ///< of a choice: old settings say it by true, which is the last choice, or false, the first
  bool on_verify_case = false;  ///< `verify` tries its other values where verify cases say, not with each scene
  std::string_view least{};  ///< a decimal's minimum where doubles end before; `minimum` is then what they are held to
};

}  // namespace heteroscope
