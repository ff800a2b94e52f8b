#include <fmt/format.h>

#include "app/commands/progress.hpp"
#include "app/commands/verify/checking_process.hpp"
#include "app/commands/verify/lone_gpu.hpp"
#include "app/commands/verify/runs.hpp"

namespace heteroscope {

namespace {

void verify_case(const Case& each, const Workload& workload, double limit_s, CheckingProcess& process, Report& report) {
  const Answer answer = process.check(each, hang_limit_s(each.settings, workload, limit_s));
  const bool news = report.is_news(answer);
  if (report.count(each.settings, answer)) {
    report.add({.command = command_to_see(each, workload),
                .group = variants_text(each.settings),
                .result = answer.result,
                .origin = {}});
  }
  // the pieces of each kernel are looked at once at least
  if (!news || each.route.traced) return;
  Case traced = each;
  traced.route.traced = true;
  verify_case(traced, workload, limit_s, process, report);
}

}  // namespace

void verify_listed(const VerifyRequest& request, Catalog catalog, Report& report) {
  CheckingProcess process(catalog);
  if (request.is_whole() && device::facts().available) {
    const auto check = [&](const char* group, const Answer& answer) {
      if (!report.count("shared", "gpu", group, answer)) return;
      report.add({.command = "heteroscope verify", .group = group, .result = answer.result, .origin = {}});
    };
    check("ceilings", process.check_ceilings(request.case_limit_s));
    check("witnesses", process.check_witnesses(request.case_limit_s));
  }
  for (const Workload* workload : request.workloads) {
    const Cases all = conformance_cases(*workload, request.sizes, request.filter);
    if (all.cases.empty()) throw BadInput(fmt::format("no case of {} is left by these options", workload->id));
    for (const auto& [reason, count] : all.left_out) report.count_left_out(std::string(workload->id), reason, count);
    const ProgressLine progress;
    for (const Case& each : all.cases) {
      progress.show(fmt::format("verify {}: {} of {}", workload->id, &each - all.cases.data() + 1, all.cases.size()));
      verify_case(each, *workload, request.case_limit_s, process, report);
    }
  }
}

}  // namespace heteroscope
