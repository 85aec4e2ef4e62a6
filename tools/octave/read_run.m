% Reads the HDF5 export of a run, in Octave or MATLAB, and plots how the hand met the target.
%
%   freefloat log export RUN.mcap --hdf5 run.h5
%   octave --eval "addpath tools/octave; run = read_run('run.h5')"
%   octave --eval "addpath tools/octave; read_run('run.h5', 'run.svg');"      % and the figure; in Octave with gnuplot
%
% In the file a row is a cycle; HDF5 counts dimensions the other way round than Octave and MATLAB, so a position
% is read as 2 x cycles.
function run = read_run(path, picture)
  if exist('OCTAVE_VERSION', 'builtin')
    data = load('-hdf5', path, 'cycle_output');  % texts of other groups are more than Octave reads
    output = data.cycle_output;
    read = @(name) get_field(output, name);
  else
    read = @(name) h5read(path, ['/cycle_output/' name]);
  end
  run.time_s = double(read('now_ns')(:)') * 1e-9;
  run.valid = logical(read('estimate/valid')(:)');
  run.target_known = logical(read('estimate/target/valid')(:)');
  run.hand_position_m = as_rows(read('estimate/hand_position_m'), 2);
  run.target_position_m = as_rows(read('estimate/target/position_m'), 2);
  run.distance_m = read('guidance/distance_m')(:)';
  if nargin > 1
    if exist('OCTAVE_VERSION', 'builtin') && isempty(available_graphics_toolkits())
      error('read_run: this Octave cannot draw %s: install gnuplot', picture);
    end
    figure('visible', 'off');
    seen = run.target_known;
    subplot(1, 2, 1);
    plot(run.hand_position_m(1, run.valid), run.hand_position_m(2, run.valid), ...
         run.target_position_m(1, seen), run.target_position_m(2, seen), '.');
    xlabel('x, m'); ylabel('y, m'); legend('hand', 'target', 'location', 'southeast');
    subplot(1, 2, 2);
    led = run.distance_m > 0;  % no distance without a target
    semilogy(run.time_s(led), 1e3 * run.distance_m(led));
    xlabel('time, s'); ylabel('hand to target, mm');
    print(picture);  % in the format that its ending says
  end
end

% Octave reads groups as structures.
function value = get_field(group, name)
  value = group;
  for part = strsplit(name, '/')
    value = value.(part{1});
  end
end

% Whichever way the file's dimensions came: one column a cycle.
function value = as_rows(value, count)
  if size(value, 1) != count
    value = value';
  end
end
