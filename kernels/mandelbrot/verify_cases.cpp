#include "kernels/mandelbrot/workload.hpp"

/// Sizes and parameters on both sides of the conditions in this folder's variants.
namespace heteroscope::mandelbrot {
namespace {

/// Adds views that only perturbed orbits can compute, and some that other orbits can compute, too.
void add_deep(std::vector<VerifyCase>& out) {
  const auto view = [](const char* re, const char* im, const char* span, double limit) {
    return Values{{"center_re", Decimal::parse(re)},
                  {"center_im", Decimal::parse(im)},
                  {"span", Decimal::parse(span)},
                  {"max_iterations", limit}};
  };
  const auto with = [](Values values, std::string_view id, double value) {
    values[std::string(id)] = value;
    return values;
  };
  constexpr double direct = 1;
  constexpr double perturbed = 2;
  constexpr double extended = 3;
  constexpr double checked = 4;
  constexpr double double_double = 1;
  constexpr double exact = 2;
  // Nearly all of it escapes just below that limit, the rest does not, and fp64 leaves some pixels undecided.
  const Values spiral =
      view("-0.743643887037158704752191506114774", "0.131825904205311970493132056385139", "1e-25", 20000);
  const Values dendrite = view("0", "1", "1e-40", 400);
  const Values far = view("0", "1", "1e-330", 1700);
  const Values needle = view("-2", "0", "1e-60", 300);
  const Values outside = view("-2.1", "0", "1e-30", 50);
  for (const Values& each : {spiral, dendrite, far, needle, outside})
    out.push_back({.values = each, .sizes = {{61, 23}}});
  for (const Values& each : {spiral, dendrite, far}) {
    out.push_back({.values = with(each, "leaps", 0), .sizes = {{40, 8}}});
    out.push_back({.values = with(each, "smooth", 1), .sizes = {{64, 16}}});
  }
  out.push_back({.values = with(dendrite, "method", extended), .sizes = {{64, 16}}});
  out.push_back({.values = with(dendrite, "method", direct), .sizes = {{64, 16}}});
  out.push_back({.values = with(spiral, "refine", exact), .sizes = {{32, 8}}});
  out.push_back({.values = with(spiral, "refine", double_double), .sizes = {{61, 23}}, .band = 3});
  out.push_back({.values = with(far, "refine", double_double), .sizes = {{32, 8}}});
  // fp64 tells these pixels apart but leaves some counts undecided.
  const Values shallow = view("-0.743643887037158704752", "0.131825904205311970493", "1e-10", 3000);
  for (const double refine : {double_double, exact})
    out.push_back({.values = with(shallow, "refine", refine), .sizes = {{40, 8}}});
  // rows with fewer undecided pixels than a vector has elements, with as many, and with more
  const Values further = with(spiral, "method", extended);
  out.push_back({.values = further, .sizes = {{13, 2}, {8, 2}, {3, 2}, {1, 1}}});
  out.push_back({.values = with(further, "smooth", 1), .sizes = {{13, 2}}});
  // views that doubles can compute: limits from the first on, the whole set with its interior
  for (const double limit : {1, 2, 3, 60}) {
    for (const double method : {perturbed, extended, checked})
      out.push_back({.values = {{"method", method}, {"max_iterations", limit}}, .sizes = {{64, 48}}});
  }
  out.push_back({.values = dendrite, .sizes = {{64, 40}}, .band = 3});
  // views where doubles end: some pixels undecided, all of them
  for (const char* const span : {"1e-12", "1e-18"}) {
    const Values end = with(view("-0.743643887037158", "0.131825904205312", span, 4000), "method", checked);
    out.push_back({.values = end, .sizes = {{61, 23}}});
    out.push_back({.values = with(end, "refine", double_double), .sizes = {{40, 8}}});
  }
}

/// Adds Julia sets: in every kind of numbers, at the limits of loops, and with a c so large that orbits may come back.
void add_julia(std::vector<VerifyCase>& out) {
  const auto set = [](double re, double im, double limit) {
    return Values{{"center_re", 0}, {"span", 3.2},    {"max_iterations", limit},
                  {"julia", 1},     {"julia_re", re}, {"julia_im", im}};
  };
  const auto with = [](Values values, std::initializer_list<std::pair<std::string_view, Value>> more) {
    for (const auto& [id, value] : more) values[std::string(id)] = value;
    return values;
  };
  for (const double limit : {1, 2, 16, 17, 18, 33, 34, 35, 36, 66, 98})
    out.push_back({.values = set(-0.123, 0.745, limit)});
  out.push_back({.values = with(set(-0.8, 0.156, 300), {{"smooth", 1}}), .sizes = {{110, 43}}});
  out.push_back({.values = with(set(-0.8, 0.156, 300), {{"arithmetic", 1}}), .sizes = {{110, 43}}});
  for (const auto& [re, im] : {std::pair{-2.0, 0.0}, std::pair{1.5, 1.5}, std::pair{-1.9, 0.5}})
    out.push_back({.values = set(re, im, 60), .sizes = {{64, 48}}});
  out.push_back({.values = with(set(-0.8, 0.156, 40), {{"span", 1000}}), .sizes = {{64, 48}}});
  out.push_back({.values = set(-0.8, 1e-20, 200), .sizes = {{64, 16}}});
  for (const double arithmetic : {0, 1}) {
    out.push_back({.values = with(set(-0.8, 0.156, 40), {{"arithmetic", arithmetic}}),
                   .sizes = {{2944, 2944}, {2941, 2943}},
                   .variants = {"cuda_tuned", "cuda_persistent"},
                   .blocks = {{0, 0}}});
  }
  out.push_back({.values = set(-0.8, 0.156, 60), .sizes = {{1100, 530}}, .variants = {"cuda_dp"}});
  for (const double method : {2, 3, 4}) {
    for (const double limit : {1, 2, 3, 200})
      out.push_back({.values = with(set(-0.123, 0.745, limit), {{"method", method}}), .sizes = {{64, 48}}});
  }
  const Values deep = with(set(0, 1, 1000), {{"center_im", 1.0}, {"span", Decimal::parse("1e-40")}});
  for (const double leaps : {0, 1}) {
    out.push_back({.values = with(deep, {{"leaps", leaps}}), .sizes = {{61, 23}, {8, 2}, {3, 2}}});
    out.push_back(
        {.values = with(deep, {{"leaps", leaps}, {"span", Decimal::parse("1e-330")}, {"max_iterations", 2500}}),
         .sizes = {{40, 8}}});
  }
  out.push_back({.values = with(deep, {{"smooth", 1}, {"method", 3}}), .sizes = {{64, 16}}});
  // fp64 tells these pixels apart but leaves some counts undecided
  const Values shallow = with(set(-0.743643887, 0.131825904, 3000), {{"span", 1e-9}, {"center_re", 0.5}});
  for (const double refine : {1, 2})
    out.push_back({.values = with(shallow, {{"refine", refine}, {"method", 4}}), .sizes = {{40, 8}}});
  out.push_back({.values = with(shallow, {{"refine", 1}, {"method", 2}}), .sizes = {{40, 8}}, .band = 3});
}

/// Adds rotated views: of the kernels that make use of what the pixels of a row have in common, those that do not; at
/// the limits of loops, at the tip, and in every kind of numbers.
void add_rotated(std::vector<VerifyCase>& out) {
  const auto with = [](Values values, std::initializer_list<std::pair<std::string_view, Value>> more) {
    for (const auto& [id, value] : more) values[std::string(id)] = value;
    return values;
  };
  const Values turned{{"rotation", 30}};
  for (const double arithmetic : {0, 1, 2}) {
    const Values of = with(turned, {{"arithmetic", arithmetic}});
    out.push_back({.values = of, .sizes = {{110, 43}, {192, 64}}});
    out.push_back({.values = with(of, {{"smooth", 1}}), .sizes = {{110, 43}}});
    out.push_back({.values = with(of, {{"max_iterations", 40}}),
                   .sizes = {{2944, 2944}, {2941, 2943}},
                   .variants = {"cuda_tuned", "cuda_persistent"},
                   .blocks = {{0, 0}}});
  }
  for (const double limit : {1, 2, 17, 18, 33, 34, 35, 36, 66, 98})
    out.push_back({.values = with(turned, {{"max_iterations", limit}})});
  for (const double rotation : {-360, -90, 45, 180})
    out.push_back({.values = {{"rotation", rotation}}, .sizes = {{64, 48}}, .band = 5});
  out.push_back({.values = with(turned, {{"center_re", -2}, {"span", 0.05}}), .sizes = {{192, 64}}});
  out.push_back({.values = with(turned, {{"max_iterations", 60}}), .sizes = {{1100, 530}}, .variants = {"cuda_dp"}});
  out.push_back({.values = with(turned, {{"julia", 1}, {"center_re", 0}, {"span", 3.2}}), .sizes = {{110, 43}}});
  const Values deep = with(turned, {{"center_re", 0}, {"center_im", 1.0}, {"max_iterations", 1700}});
  for (const char* const span : {"1e-40", "1e-330"}) {
    const Values there = with(deep, {{"span", Decimal::parse(span)}});
    out.push_back({.values = there, .sizes = {{61, 23}}});
    out.push_back({.values = with(there, {{"julia", 1}, {"julia_re", 0}, {"julia_im", 1}}), .sizes = {{40, 8}}});
  }
  const Values shallow = with(turned, {{"center_re", Decimal::parse("-0.743643887037158704752")},
                                       {"center_im", Decimal::parse("0.131825904205311970493")},
                                       {"span", 1e-10},
                                       {"max_iterations", 3000}});
  for (const double refine : {1, 2}) out.push_back({.values = with(shallow, {{"refine", refine}}), .sizes = {{40, 8}}});
}

}  // namespace

std::vector<VerifyCase> verify_cases() {
  std::vector<VerifyCase> out;
  // limits at which the loops with a test every few iterations begin, take one more stride, or leave one iteration over
  for (const double limit : {1, 2, 16, 17, 18, 32, 33, 34, 35, 36, 65, 66, 67, 97, 98}) {
    out.push_back({.values = {{"max_iterations", limit}}});
  }
  // orbits that escape at the very limit, which counts as not escaped
  out.push_back({.values = {{"max_iterations", 33}}, .sizes = {{28, 7}}});
  out.push_back({.values = {{"max_iterations", 209}}, .sizes = {{110, 43}}});
  // rows of whole groups of vectors, and of parts of groups
  out.push_back({.values = {}, .sizes = {{192, 64}, {96, 33}}});
  // so near to the real axis that a doubled product may be subnormal
  out.push_back({.values = {{"center_im", 1e-20}}, .sizes = {{64, 1}}});
  // more rows of blocks than a grid can have
  out.push_back({.values = {{"max_iterations", 40}},
                 .sizes = {{3, 65536}},
                 .variants = {"cuda_2d", "cuda_unrolled"},
                 .blocks = {{1024, 1}}});
  constexpr double separate = 1;
  constexpr double as_compiled = 2;
  // cuda_tuned: high tiles, whole and cut, used from 64 tiles of 1024 pixels for each of an H200's 132 multiprocessors
  // on; cuda_persistent: warps that take several tiles; cuda_streams: several chunks of each stream
  for (const auto& [id, value] :
       {std::pair{"smooth", 0.0}, std::pair{"smooth", 1.0}, std::pair{"arithmetic", separate}}) {
    out.push_back({.values = {{"max_iterations", 40}, {id, value}},
                   .sizes = {{2944, 2944}, {2941, 2943}},
                   .variants = {"cuda_tuned", "cuda_persistent", "cuda_streams"},
                   .blocks = {{0, 0}}});
  }
  // several squares of the largest size, with rows and columns left over
  for (const double smooth : {0, 1}) {
    out.push_back(
        {.values = {{"max_iterations", 60}, {"smooth", smooth}}, .sizes = {{1100, 530}}, .variants = {"cuda_dp"}});
  }
  out.push_back({.values = {}, .band = 5});
  out.push_back({.values = {{"arithmetic", separate}}, .crossed = true});
  for (const double limit : {1, 2, 17, 33, 36, 67, 209})
    out.push_back({.values = {{"arithmetic", separate}, {"max_iterations", limit}}});
  out.push_back({.values = {{"arithmetic", separate}, {"center_re", -2}, {"span", 0.0005}}});
  out.push_back({.values = {{"arithmetic", separate}, {"center_im", 1e-20}}, .sizes = {{64, 1}}});
  out.push_back({.values = {{"arithmetic", as_compiled}}});
  add_deep(out);
  add_julia(out);
  add_rotated(out);
  // a limit beyond 16 bits
  out.push_back({.values = {{"max_iterations", 70000}}, .sizes = {{24, 9}}, .blocks = {{0, 0}}});
  return out;
}

}  // namespace heteroscope::mandelbrot
