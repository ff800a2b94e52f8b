#include "kernels/laplace/own_kernels.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/model/variant.hpp"
#include "embedded/laplace_cpp.hpp"
#include "embedded/laplace_cu.hpp"
#include "kernels/laplace/description.hpp"
#include "kernels/laplace/methods/jacobi.hpp"
#include "kernels/laplace/methods/sor.hpp"
#include "kernels/laplace/own.hpp"

namespace heteroscope::laplace {

extern const Variant omp;
extern const Variant cuda;

namespace {

/// The backend that relaxations (kernels/laplace/methods/method.hpp) run on with kernels from a person's file.
template <class T>
class OwnBackend {
 public:
  OwnBackend(const IterateJob& job, const LaunchOwn& launch) : job_(job), launch_(launch) {}

  /// The edge is copied by the kernels themselves.
  void each(const Box&, const EdgeColumns<T>&) {}
  void each(const Box&, const EdgeRows<T>&) {}
  void each(const Box& box, const JacobiNode<T>& f) {
    const Rows rows{box.y0 == 1 ? 0 : box.y0, box.y1 == f.n - 1 ? f.n : box.y1};
    launch({.in_data = f.in, .out_data = f.out, .columns = f.n, .rows = rows, .method = Method::jacobi});
  }
  void each(const Box& box, const RelaxColor<T, false>& f) {
    launch({.in_data = f.u,
            .out_data = f.u,
            .columns = box.x1,
            .rows = {box.y0, box.y1},
            .method = Method::red_black,
            .color = f.color});
  }
  void each(const Box& box, const OverrelaxColor<T>& f) {
    launch({.in_data = f.u,
            .out_data = f.u,
            .columns = box.x1,
            .rows = {box.y0, box.y1},
            .method = Method::sor,
            .color = f.color,
            .omega = f.omega});
  }
  /// The residual is measured by a variant of the program, which takes no step for that.
  void largest(const Box&, const Residual<T>&, double*) {
    IterateJob measured = job_;
    measured.steps = 0;
    measured.trace = nullptr;
    (job_.stream != nullptr ? cuda : omp).run(measured);
  }

 private:
  void launch(Relaxation<T> arguments) {
    arguments.width = job_.planes.front().size.width;
    arguments.threads = job_.threads;
    launch_over({arguments.columns, arguments.rows.count()}, arguments, launch_);
  }

  const IterateJob& job_;
  const LaunchOwn& launch_;
};

std::string other_method(Method method) {
  if (method == Method::jacobi || method == Method::red_black || method == Method::sor) return {};
  return fmt::format("method: your own variants relax nodes, so they can compute jacobi, red_black and sor, not {}",
                     method_ids[static_cast<std::size_t>(method)]);
}

std::string unfit(const std::any& parameters, const Extent&, bool, const device::Facts&) {
  return other_method(std::any_cast<const Parameters&>(parameters).method);
}

void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<IterateJob>();
  const Method method = job.parameters_as<Parameters>().method;
  if (const std::string why = other_method(method); !why.empty()) throw BadInput(why);
  with_precision(job.precision(), [&]<class T>() {
    OwnBackend<T> on(job, launch);
    if (method == Method::jacobi) return jacobi::run<T>(job, on);
    if (method == Method::red_black) return red_black::run<T>(job, on);
    sor::run<T>(job, on);
  });
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/laplace/own.hpp",
          .arguments = "heteroscope::laplace::Relaxation",
          .gpu_start = embedded::laplace_cu,
          .cpu_start = embedded::laplace_cpp,
          .launches = launches,
          .unfit = unfit};
}

}  // namespace heteroscope::laplace
