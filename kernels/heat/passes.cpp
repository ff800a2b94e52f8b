#include "kernels/heat/passes.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope::heat {

Passes::Passes(const IterateJob& job)
    : job_(job),
      parameters_(job.parameters_as<Parameters>()),
      history_(history_of(parameters_.integrator)),
      left_(passes_of_steps(parameters_, job.step, job.steps)),
      scheme_(scheme_of(parameters_, job.step)) {}

bool Passes::next(Pass& pass) {
  if (pass_ == scheme_.passes) finish_step();
  if (step_ == job_.steps) return false;
  --left_;
  const auto plane = [&](int i) { return job_.planes[static_cast<std::size_t>(i)]; };
  pass.base = plane(0);
  pass.terms = pass_ == 0 ? scheme_.terms : 1;
  for (int i = 0; i < pass.terms; ++i) {
    pass.in[i] = pass_ == 0 ? plane(i) : plane(history_ + (pass_ - 1) % 2);
    pass.a[i] = pass_ == 0 ? scheme_.a[i] : 1;
  }
  pass.out = plane(history_ + pass_ % 2);
  pass.c = scheme_.c[pass_];
  const int height = pass.out.size.height;
  pass.rows = {std::max(job_.rows.begin - left_, 0), std::min(job_.rows.end + left_, height)};
  ++pass_;
  return true;
}

/// Makes the plane written last the newest state, and the oldest state's plane a spare.
void Passes::finish_step() {
  const int last = history_ + (scheme_.passes - 1) % 2;
  FieldView& written = job_.planes[static_cast<std::size_t>(last)];
  FieldView newest = written;
  for (std::size_t i = 0; i < static_cast<std::size_t>(history_); ++i) std::swap(job_.planes[i], newest);
  written = newest;
  ++step_;
  pass_ = 0;
  if (step_ < job_.steps) scheme_ = scheme_of(parameters_, job_.step + step_);
}

}  // namespace heteroscope::heat
