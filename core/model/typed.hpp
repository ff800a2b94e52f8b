#pragma once

#include <any>
#include <utility>

#include "core/model/parameter.hpp"

/// Workloads are written over their own parameters' type; the rest of the program holds these as std::any. Here the one
/// becomes the other.
namespace heteroscope {

/// Workload::bind of parameters P; `check`, if there is one, throws BadInput for values that do not go together.
template <class P, void (*check)(const P&) = nullptr>
std::any bound(const Values& values) {
  const P out = bind_parameters<P>(values);
  if constexpr (check != nullptr) check(out);
  return out;
}

template <auto function, class F = decltype(function)>
struct Untyped : Untyped<function, decltype(&F::operator())> {};
template <auto function, class R, class P, class... A>
struct Untyped<function, R (*)(const P&, A...)> {
  static R call(const std::any& parameters, A... a) {
    return function(std::any_cast<const P&>(parameters), std::forward<A>(a)...);
  }
};
template <auto function, class Lambda, class R, class P, class... A>
struct Untyped<function, R (Lambda::*)(const P&, A...) const> {
  static R call(const std::any& parameters, A... a) {
    return function(std::any_cast<const P&>(parameters), std::forward<A>(a)...);
  }
};

/// The function, or lambda without captures, of typed parameters (and more) as one of parameters held by std::any.
template <auto function>
inline constexpr auto untyped = &Untyped<function>::call;

}  // namespace heteroscope
