#pragma once

#include <optional>
#include <string>

#include "app/options/settings_options.hpp"

namespace heteroscope {

/// What `render` was asked for.
struct RenderOptions {
  SettingsOptions settings;
  std::string out;
  std::optional<std::string> trace;
  bool verify = false;
  bool tuned = false;
  std::optional<std::string> route;
  std::optional<std::string> tile;
  bool resume = false;
  std::optional<std::string> checkpoint;
  std::optional<std::string> costs;
  bool values = false;
  std::optional<std::string> bands;
  std::optional<std::string> halo;
  std::optional<std::string> overlap;
};

/// The settings, with the execution that `tune` has kept if that is asked for. Throws BadInput.
Settings settings_of(const RenderOptions& options);

/// Compares the frame with the reference instead of writing it; returns the exit code. Throws BadInput.
int verify_one(const RenderOptions& options);

}  // namespace heteroscope
