#include "kernels/blur/mask.hpp"

namespace heteroscope::blur {

double sigma_of(const Parameters& parameters) {
  return parameters.sigma > 0 ? parameters.sigma : parameters.radius / 2.0;
}

LineMask<double> line_weights(const Parameters& parameters) {
  const int radius = parameters.radius;
  const double sigma = sigma_of(parameters);
  LineMask<double> mask{};
  double tail = 0;  // starts with the smallest weight, to round least
  for (int k = radius; k >= 1; --k) {
    const double distance = k / sigma;
    const double value = std::exp(-0.5 * distance * distance);
    mask.weight[radius - k] = mask.weight[radius + k] = value;
    tail += value;
  }
  mask.weight[radius] = 1;
  for (double& weight : mask.weight) weight /= 1 + 2 * tail;
  return mask;
}

template <class T>
LineMask<T> line_mask(const Parameters& parameters) {
  const LineMask<double> exact = line_weights(parameters);
  LineMask<T> mask{};
  for (int i = 0; i < max_taps; ++i) mask.weight[i] = static_cast<T>(exact.weight[i]);
  return mask;
}
template LineMask<float> line_mask(const Parameters&);
template LineMask<double> line_mask(const Parameters&);

template <class T>
std::vector<T> square_mask(const Parameters& parameters) {
  const LineMask<double> line = line_weights(parameters);
  const int taps = 2 * parameters.radius + 1;
  std::vector<T> mask;
  mask.reserve(static_cast<std::size_t>(taps) * static_cast<std::size_t>(taps));
  for (int j = 0; j < taps; ++j) {
    for (int i = 0; i < taps; ++i) mask.push_back(static_cast<T>(line.weight[j] * line.weight[i]));
  }
  return mask;
}
template std::vector<float> square_mask(const Parameters&);
template std::vector<double> square_mask(const Parameters&);

}  // namespace heteroscope::blur
