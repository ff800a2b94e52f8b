#include "app/commands/to_end.hpp"

#include <fmt/format.h>

#include "app/commands/progress.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "core/link/reconnection.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {

int make_to_end(Production& production, const std::string& command, Told told) {
  const EndOnRequest request;
  const RetryLostLinks patient;
  Made made;
  {
    Progress progress(command, production.warning());
    made = production.run([&](const ProductionStep& step) {
      if (EndOnRequest::asked()) return false;
      progress.show(static_cast<std::size_t>(step.done), static_cast<std::size_t>(step.all), step.left_s, step.now);
      return true;
    });
  }
  if (!made.finished) {
    print_error("heteroscope", fmt::format("{} was stopped at {}{}", command, made.line,
                                           made.kept ? fmt::format("; {}", production.how_to_go_on()) : ""));
    return exit_stopped;
  }
  if (!made.note.empty()) print_error("note", made.note);
  if (told == Told::out) print_out(made.line + "\n");
  if (told == Told::beside) print_error("note", made.line);
  return exit_success;
}

}  // namespace heteroscope
