#pragma once

#include <functional>

#include "app/options/command_line.hpp"

namespace heteroscope {

/// Runs the chosen command and returns the exit code. Throws BadInput and DeviceError.
using Action = std::function<int()>;

/// Each adds its subcommand and sets `action` when the command line chose it.
void add_list_command(Command& program, Action& action);
void add_render_command(Command& program, Action& action);
void add_movie_command(Command& program, Action& action);
void add_trace_command(Command& program, Action& action);
void add_profile_command(Command& program, Action& action);
void add_verify_command(Command& program, Action& action);
void add_bench_command(Command& program, Action& action);
void add_tune_command(Command& program, Action& action);
void add_compare_command(Command& program, Action& action);
void add_report_command(Command& program, Action& action);
void add_lesson_command(Command& program, Action& action);
void add_study_command(Command& program, Action& action);
void add_diff_command(Command& program, Action& action);
void add_new_command(Command& program, Action& action);
void add_machines_command(Command& program, Action& action);
void add_worker_command(Command& program, Action& action);
/// `line` is the program's, which must outlive the action.
void add_describe_command(Command& program, const CommandLine& line, Action& action);

}  // namespace heteroscope
