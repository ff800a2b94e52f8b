#pragma once

#include <nlohmann/json.hpp>

#include "app/commands/machine.hpp"

namespace heteroscope {

inline nlohmann::ordered_json machine_json(const Machine& m) {
  const auto or_null = [](const std::string& text) {
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
  };
  return {{"version", m.version},
          {"date_utc", m.date_utc},
          {"cpu", m.cpu},
          {"cpu_threads", m.cpu_threads},
          {"cpu_vector_target", m.cpu_vector_target},
          {"gpu", or_null(m.gpu)},
          {"gpu_unavailable_reason", or_null(m.gpu_why_not)},
          {"cuda_driver", or_null(m.cuda_driver)},
          {"cuda_runtime", or_null(m.cuda_runtime)}};
}

}  // namespace heteroscope
